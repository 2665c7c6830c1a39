import type { Check } from "../schema/corpus/check.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { globToRegExp } from "../text/match/compile-pattern.ts";
import type { BenchContext } from "./bench-context.ts";
import { NothingToExplainError } from "./errors.ts";
import { openScan } from "./open-scan.ts";

/** One conversation and the rows that were asked for. */
export interface Explanation {
  readonly transcript: Transcript;
  readonly scenario: Scenario | null;
  readonly rows: readonly { readonly row: VerdictRow; readonly check: Check | null }[];
}

/** Without a check: the eligible rows. `scenarioGlob` may also name one transcript. */
export async function explain(
  context: BenchContext,
  path: string,
  scenarioGlob: string,
  checkGlob?: string,
): Promise<readonly Explanation[]> {
  const { run, scan } = await openScan(context, path);
  const corpus = await context.corpus();
  const { transcripts } = await scan.readPlan();
  const wantedScenario = globToRegExp(scenarioGlob);
  const wantedCheck = globToRegExp(checkGlob ?? "*");
  const byTranscript = new Map<string, VerdictRow[]>();
  for await (const row of scan.readVerdicts()) {
    if (!wantedScenario.test(row.scenario_id) && !wantedScenario.test(row.transcript_id)) continue;
    const isWanted = checkGlob === undefined ? row.eligible : wantedCheck.test(row.mode_id);
    const rows = byTranscript.get(row.transcript_id) ?? [];
    byTranscript.set(row.transcript_id, isWanted ? [...rows, row] : rows);
  }
  if (byTranscript.size === 0) {
    throw new NothingToExplainError(
      scenarioGlob,
      transcripts.map((planned) => planned.transcript_id),
    );
  }
  if ([...byTranscript.values()].every((rows) => rows.length === 0)) {
    throw new NothingToExplainError(checkGlob ?? "*", [...corpus.checks.keys()]);
  }

  const explanations: Explanation[] = [];
  for (const { transcript_id } of transcripts) {
    const rows = byTranscript.get(transcript_id);
    if (rows === undefined) continue;
    const transcript = await run.readTranscript(transcript_id);
    explanations.push({
      transcript,
      scenario: corpus.scenarios.get(transcript.header.scenario_id) ?? null,
      rows: rows.map((row) => ({ row, check: corpus.checks.get(row.mode_id) ?? null })),
    });
  }
  return explanations;
}
