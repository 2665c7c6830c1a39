import { join } from "node:path";
import { type AttackOutcome, type AttackReport, attackReport } from "../../calibrate/attack-report.ts";
import { type AttackedTranscript, attackSuite } from "../../calibrate/attack-suite.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { checksMatching } from "../../corpus/corpus.ts";
import { GATE_DIMENSIONS } from "../../domain/dimensions.ts";
import { isGate } from "../../domain/gates.ts";
import { verdictKey } from "../../domain/keys.ts";
import { SIMULATED_JUDGE } from "../../domain/models.ts";
import { DEFAULT_PROFILES } from "../../domain/profiles.ts";
import { fingerprintOf, hashOf } from "../../kernel/hash.ts";
import type { Check } from "../../schema/corpus/check.ts";
import { Fingerprint } from "../../schema/fingerprint.ts";
import { ATTACKS_NAME } from "../../store/layout.ts";
import { jointScanId, type ScanSource } from "../../store/scan-source.ts";
import type { ScanStore } from "../../store/scan-store.ts";
import { openScansFolder } from "../../store/scan-store.ts";
import { type BenchContext, lockOptions } from "../bench-context.ts";
import type { ScanOptions } from "../bench-options.ts";
import { type Control, wholeControl } from "../bench-options.ts";
import { scanFromSource } from "../scan.ts";
import type { JudgedAgain } from "./judge-again.ts";

/** A sibling of the runs. It cannot clash with one, because every run has a plan. */
const DEFAULT_CHECKS_PER_GATE = 1;

export interface AttackCalibration extends Omit<JudgedAgain, "verdicts"> {
  readonly judge: string | null;
  readonly checks: readonly string[];
  /** `null` after a dry run. */
  readonly report: AttackReport | null;
}

/** Sends the attack suite to a judge, through the same planning, journal, votes and evidence as any scan. */
export async function calibrateAttacks(
  context: BenchContext,
  options: ScanOptions = {},
  control: Control = {},
): Promise<AttackCalibration> {
  const corpus = await context.corpus();
  const checks = attackedChecks(corpus, options.checks ?? []);
  const suite = [...attackSuite({ ...corpus, checks, matcher: await context.matcher() })];
  const path = join(context.results, ATTACKS_NAME);
  const mode = options.dryRun ? "read" : "write";
  const folder = await openScansFolder(path, mode, lockOptions(context, options));
  try {
    const judged: ScanOptions = {
      ...options,
      judge: options.judge ?? context.config.judge ?? SIMULATED_JUDGE,
      profile: options.profile ?? DEFAULT_PROFILES.attacks,
      repetitions: options.repetitions ?? 1,
      checks: checks.map((check) => check.id),
    };
    const result = await scanFromSource(
      attackSource(suite, folder.scan),
      context,
      judged,
      wholeControl(control),
    );
    const scan = folder.scan(result.scanId);
    return {
      judge: result.plan.judge?.model_id ?? null,
      checks: checks.map((check) => check.id),
      directory: result.directory,
      plan: result.plan,
      estimate: result.estimate,
      spent: result.spent,
      lost: result.seal?.lost ?? null,
      report: result.summary === null ? null : attackReport(await outcomesOf(suite, scan)),
    };
  } finally {
    await folder.close();
  }
}

/** Returns the named checks; otherwise the first of each gate with a clear failure and a clear pass to attack. */
function attackedChecks(corpus: Corpus, globs: readonly string[]): readonly Check[] {
  const all = [...corpus.checks.values()].filter((check) => check.prompt !== undefined);
  if (globs.length > 0) return checksMatching(all, globs);
  const gates = all.filter((check) => isGate(check, corpus.scoring));
  return Object.values(GATE_DIMENSIONS).flatMap((bucket) =>
    gates.filter((check) => check.primary_bucket === bucket).slice(0, DEFAULT_CHECKS_PER_GATE),
  );
}

function attackSource(
  suite: readonly AttackedTranscript[],
  scanOf: (id: ScanStore["scanId"]) => ScanStore,
): ScanSource {
  const byId = new Map(suite.map(({ transcript }) => [transcript.header.transcript_id, transcript]));
  return {
    name: ATTACKS_NAME,
    runs: [],
    isSimulated: async () => true,
    isImported: async () => false,
    material: async () => ({
      ids: [...byId.keys()],
      fingerprint: Fingerprint.parse(fingerprintOf({ attacks: hashOf([...byId.values()]) })),
    }),
    readTranscript: async (id) => {
      const transcript = byId.get(id);
      if (transcript === undefined) throw new Error(`${id} is not in the attack suite`);
      return transcript;
    },
    scanFor: (plan) => scanOf(jointScanId(plan)),
  };
}

async function outcomesOf(suite: readonly AttackedTranscript[], scan: ScanStore): Promise<AttackOutcome[]> {
  const byRow = new Map(
    suite.map((attacked) => [
      verdictKey(attacked.transcript.header.transcript_id, attacked.checkId),
      attacked,
    ]),
  );
  const outcomes: AttackOutcome[] = [];
  for await (const row of scan.readVerdicts()) {
    const attacked = byRow.get(verdictKey(row.transcript_id, row.mode_id));
    if (attacked === undefined) continue;
    const { transcript: _, ...known } = attacked;
    outcomes.push({
      ...known,
      verdict: row.verdict,
      suspected: row.details.injection_suspected ?? false,
    });
  }
  return outcomes;
}
