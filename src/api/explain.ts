import { isOpen, orderModels } from "../domain/gates.ts";
import { compareText } from "../kernel/order.ts";
import { type RankedFailure, rankedFailure, readFirst, worstFirst } from "../report/read-first.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { CheckId, TranscriptId } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { globToRegExp } from "../text/match/compile-pattern.ts";
import type { BenchContext } from "./bench-context.ts";
import { apiErrors } from "./errors.ts";
import type { OpenedScan } from "./evidence/verify-and-repair.ts";
import { openScan } from "./open-scan.ts";

/** One conversation and the requested rows. */
export interface Explanation {
  readonly transcript: Transcript;
  readonly scenario: Scenario | null;
  readonly rows: readonly { readonly row: VerdictRow; readonly check: Check | null }[];
}

/**
 * Explains the eligible rows if no check is named. `scenarioGlob` may also name one transcript, or an imported
 * conversation by its name in the file. Without it, explains the one conversation to read first, with its most severe
 * and surest failure before all other rows.
 */
export async function explain(
  context: BenchContext,
  path: string,
  scenarioGlob?: string,
  checkGlob?: string,
): Promise<readonly Explanation[]> {
  const opened = await openScan(context, path);
  const corpus = await context.corpus();
  const lead = scenarioGlob === undefined ? await leadOf(opened) : null;
  const wanted = scenarioGlob ?? lead?.transcriptId ?? "*";
  const byTranscript = await readRows(opened, wanted, checkGlob);
  if (byTranscript.size === 0) {
    const { transcripts } = await opened.scan.readPlan();
    throw apiErrors.IB_NOTHING_TO_EXPLAIN(
      wanted,
      transcripts.map((planned) => planned.transcript_id),
    );
  }
  if ([...byTranscript.values()].every((rows) => rows.length === 0)) {
    throw apiErrors.IB_NOTHING_TO_EXPLAIN(checkGlob ?? "*", [...corpus.checks.keys()]);
  }

  const explanations: Explanation[] = [];
  for (const { transcript_id } of (await opened.scan.readPlan()).transcripts) {
    const rows = byTranscript.get(transcript_id);
    if (rows === undefined) continue;
    const transcript = await opened.run.readTranscript(transcript_id);
    explanations.push({
      transcript,
      scenario: corpus.scenarios.get(transcript.header.scenario_id) ?? null,
      rows: (lead === null ? rows : worstRows(rows, lead)).map((row) => ({
        row,
        check: corpus.checks.get(row.mode_id) ?? null,
      })),
    });
  }
  return explanations;
}

/** The conversation to show, and the check whose failure selected it. */
interface Lead {
  readonly transcriptId: TranscriptId;
  readonly checkId: CheckId | null;
}

async function readRows(
  { scan, run }: OpenedScan,
  scenarioGlob: string,
  checkGlob: string | undefined,
): Promise<ReadonlyMap<string, readonly VerdictRow[]>> {
  const wantedScenario = globToRegExp(scenarioGlob);
  const wantedCheck = globToRegExp(checkGlob ?? "*");
  const rowsWhere = async (isShown: (row: VerdictRow) => boolean) => {
    const byTranscript = new Map<string, VerdictRow[]>();
    for await (const row of scan.readVerdicts()) {
      if (!isShown(row)) continue;
      const isWanted = checkGlob === undefined ? row.eligible : wantedCheck.test(row.mode_id);
      const rows = byTranscript.get(row.transcript_id) ?? [];
      byTranscript.set(row.transcript_id, isWanted ? [...rows, row] : rows);
    }
    return byTranscript;
  };
  const byName = await rowsWhere(({ scenario_id, transcript_id }) =>
    [scenario_id, transcript_id].some((name) => wantedScenario.test(name)),
  );
  if (byName.size > 0) return byName;
  const imported = await importedAs(run, scenarioGlob);
  return imported.size === 0 ? byName : rowsWhere(({ transcript_id }) => imported.has(transcript_id));
}

/** Finds the transcripts of an imported conversation by its exact name: a name may contain pattern characters. */
async function importedAs({ runs }: OpenedScan["run"], name: string): Promise<ReadonlySet<string>> {
  const plans = await Promise.all(runs.map((run) => run.readRunPlan()));
  const conversations = plans.flatMap((plan) => (plan.harness === "import" ? plan.conversations : []));
  return new Set(
    conversations.filter(({ imported_id }) => imported_id === name).map(({ transcript_id }) => transcript_id),
  );
}

/**
 * Picks the conversation with the failure to read first. Without a failure, picks the lowest possible score of the
 * model that a report shows first.
 */
async function leadOf({ scan }: OpenedScan): Promise<Lead | null> {
  const summary = await scan.readSummary();
  const cards = await Array.fromAsync(scan.readScorecards());
  const failures: RankedFailure[] = [];
  for await (const row of scan.readVerdicts()) {
    if (row.eligible && row.verdict === "FAIL") failures.push(rankedFailure(row));
  }
  const chosen = readFirst(summary, failures, cards);
  if (chosen !== null) return chosen;
  const [model] = orderModels(summary.models);
  const scorecards = cards.filter(({ model_id }) => model_id === model?.model_id);
  const [worst] = scorecards.toSorted(
    (a, b) =>
      (a.score_bounds?.low ?? 0) - (b.score_bounds?.low ?? 0) ||
      (a.quality_bounds?.low ?? 0) - (b.quality_bounds?.low ?? 0) ||
      compareText(a.transcript_id, b.transcript_id),
  );
  return worst === undefined ? null : { transcriptId: worst.transcript_id, checkId: null };
}

/** Sorts the chosen failure first, then other failures, undecided rows, and the rest. */
function worstRows(rows: readonly VerdictRow[], lead: Lead): readonly VerdictRow[] {
  const ranked = rows
    .filter(({ verdict }) => verdict === "FAIL")
    .map((row) => ({ ...rankedFailure(row), row }));
  const failed = worstFirst(ranked)
    .toSorted((a, b) => Number(b.checkId === lead.checkId) - Number(a.checkId === lead.checkId))
    .map(({ row }) => row);
  const others = rows.filter(({ verdict }) => verdict !== "FAIL");
  return [...failed, ...others.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))];
}
