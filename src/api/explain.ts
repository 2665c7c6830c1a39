import { isOpen } from "../domain/gates.ts";
import { orderModels } from "../report/describe-model.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { globToRegExp } from "../text/match/compile-pattern.ts";
import type { BenchContext } from "./bench-context.ts";
import { NothingToExplainError } from "./errors.ts";
import type { OpenedScan } from "./evidence/assure-evidence.ts";
import { openScan } from "./open-scan.ts";

/** One conversation and the rows that were asked for. */
export interface Explanation {
  readonly transcript: Transcript;
  readonly scenario: Scenario | null;
  readonly rows: readonly { readonly row: VerdictRow; readonly check: Check | null }[];
}

/**
 * Without a check: the eligible rows. `scenarioGlob` may also name one transcript; without it the worst conversation of
 * the worst model is shown, and what it failed.
 */
export async function explain(
  context: BenchContext,
  path: string,
  scenarioGlob?: string,
  checkGlob?: string,
): Promise<readonly Explanation[]> {
  const opened = await openScan(context, path);
  const corpus = await context.corpus();
  const wanted = scenarioGlob ?? (await worstConversation(opened));
  const byTranscript = await readRows(opened, wanted, checkGlob);
  if (byTranscript.size === 0) {
    const { transcripts } = await opened.scan.readPlan();
    throw new NothingToExplainError(
      wanted,
      transcripts.map((planned) => planned.transcript_id),
    );
  }
  if ([...byTranscript.values()].every((rows) => rows.length === 0)) {
    throw new NothingToExplainError(checkGlob ?? "*", [...corpus.checks.keys()]);
  }

  const explanations: Explanation[] = [];
  for (const { transcript_id } of (await opened.scan.readPlan()).transcripts) {
    const rows = byTranscript.get(transcript_id);
    if (rows === undefined) continue;
    const transcript = await opened.run.readTranscript(transcript_id);
    explanations.push({
      transcript,
      scenario: corpus.scenarios.get(transcript.header.scenario_id) ?? null,
      rows: (scenarioGlob === undefined ? worstRows(rows) : rows).map((row) => ({
        row,
        check: corpus.checks.get(row.mode_id) ?? null,
      })),
    });
  }
  return explanations;
}

async function readRows(
  { scan }: OpenedScan,
  scenarioGlob: string,
  checkGlob: string | undefined,
): Promise<ReadonlyMap<string, readonly VerdictRow[]>> {
  const wantedScenario = globToRegExp(scenarioGlob);
  const wantedCheck = globToRegExp(checkGlob ?? "*");
  const byTranscript = new Map<string, VerdictRow[]>();
  for await (const row of scan.readVerdicts()) {
    if (!wantedScenario.test(row.scenario_id) && !wantedScenario.test(row.transcript_id)) continue;
    const isWanted = checkGlob === undefined ? row.eligible : wantedCheck.test(row.mode_id);
    const rows = byTranscript.get(row.transcript_id) ?? [];
    byTranscript.set(row.transcript_id, isWanted ? [...rows, row] : rows);
  }
  return byTranscript;
}

/** Of the model that a report shows first, the conversation with most lines crossed, and then with the lowest score it may have. */
async function worstConversation({ scan }: OpenedScan): Promise<string> {
  const [model] = orderModels((await scan.readSummary()).models);
  const scorecards: Scorecard[] = [];
  for await (const scorecard of scan.readScorecards()) {
    if (scorecard.model_id === model?.model_id) scorecards.push(scorecard);
  }
  const [worst] = scorecards.toSorted(
    (a, b) =>
      b.hard_fail_reasons.length - a.hard_fail_reasons.length ||
      (a.score_bounds?.low ?? 0) - (b.score_bounds?.low ?? 0) ||
      (a.quality_bounds?.low ?? 0) - (b.quality_bounds?.low ?? 0) ||
      (a.transcript_id < b.transcript_id ? -1 : 1),
  );
  return worst?.transcript_id ?? "*";
}

/** What failed; where nothing did, what is open; where nothing is, all of it. */
function worstRows(rows: readonly VerdictRow[]): readonly VerdictRow[] {
  const failed = rows.filter(({ verdict }) => verdict === "FAIL");
  const open = rows.filter(isOpen);
  return [failed, open].find((some) => some.length > 0) ?? rows;
}
