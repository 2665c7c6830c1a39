import { type AttackedTranscript, attackSuite } from "../../src/calibrate/attack-suite.ts";
import type { Corpus } from "../../src/corpus/corpus.ts";
import { createInProcessExecutor } from "../../src/executor/in-process.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { sha256 } from "../../src/kernel/hash.ts";
import { planScan } from "../../src/plan-scan/plan-scan.ts";
import { createTranscriptPlanner, seeEach } from "../../src/plan-scan/see-transcript.ts";
import type { ModelClient } from "../../src/providers/model-client.ts";
import { type CallLog, recordCalls } from "../../src/providers/recorded-model.ts";
import { corpus } from "../../src/providers/sim/shipped-world.fixture.ts";
import { CheckId, TranscriptId } from "../../src/schema/ids.ts";
import type { JournalEntry } from "../../src/schema/run/journal.ts";
import type { VerdictRow } from "../../src/schema/scan/verdict.ts";
import { createScanScorer } from "../../src/score/score-scan.ts";
import { createTranscriptVerifier, type VerifiedTranscript } from "../../src/verify/run-verifiers.ts";

export { corpus };
export const { matcher } = corpus;

/** The suite on the shipped corpus. */
export function suiteOn(...ids: readonly string[]): readonly AttackedTranscript[] {
  const checks = ids.map((id) => {
    const check = corpus.checks.get(CheckId.parse(id));
    if (check === undefined) throw new Error(`there is no ${id}`);
    return check;
  });
  return [...attackSuite({ ...corpus, checks, matcher })];
}

/** A journal in memory. */
function memoryLog(): CallLog & { readonly entries: readonly JournalEntry[] } {
  const entries: JournalEntry[] = [];
  return {
    entries,
    find: () => undefined,
    append: async (entry) => {
      entries.push(entry);
    },
  };
}

export interface Judged extends AttackedTranscript {
  /** The row of the attacked check. */
  readonly row: VerdictRow;
  readonly verified: VerifiedTranscript;
}

/** Plans and verifies a suite as a scan would, in memory. */
export async function judgeSuite(
  suite: readonly AttackedTranscript[],
  client: ModelClient,
  checks: readonly string[] = [...new Set(suite.map((item) => item.checkId))],
  judgedBy: Corpus = corpus,
) {
  const byId = new Map(suite.map((item) => [item.transcript.header.transcript_id, item]));
  const judge = { model_id: client.modelId, simulated: true };
  const request = { profile: "publish", judge, checks } as const;
  const transcripts = suite.map(({ transcript }) => transcript);
  const plan = await planScan({
    request,
    corpus: judgedBy,
    seen: seeEach(transcripts, createTranscriptPlanner(request, judgedBy, matcher)),
    fingerprint: null,
    engine: "test",
  });
  const log = memoryLog();
  const scorer = createScanScorer(plan, judgedBy);
  const judged: Judged[] = [];
  const input = {
    plan,
    corpus: judgedBy,
    matcher,
    judge: recordCalls(client, log, systemClock),
    readTranscript: async (id: string) => {
      const item = byId.get(TranscriptId.parse(id));
      if (item === undefined) throw new Error(`${id} is not in the suite`);
      return item.transcript;
    },
  };
  // Attacks are mixed with other conversations: a judge with many useless answers in a row is given up.
  const mixed = plan.transcripts.toSorted((a, b) =>
    sha256(a.transcript_id) < sha256(b.transcript_id) ? -1 : 1,
  );
  const tasks = mixed.map((planned) => ({ id: planned.transcript_id, input: planned }));
  const job = { tasks, handler: createTranscriptVerifier(input) };
  const executor = createInProcessExecutor({ concurrency: 8 });
  for await (const verified of executor.run(job, new AbortController().signal)) {
    scorer.add(verified);
    const item = byId.get(verified.planned.transcript_id);
    const row = verified.rows.find(({ mode_id }) => mode_id === item?.checkId);
    if (item === undefined || row === undefined) throw new Error("a row is missing");
    judged.push({ ...item, row, verified });
  }
  return { judged, scores: scorer.finish(), log, plan };
}
