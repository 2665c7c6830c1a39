/** Which rows a `verdicts.jsonl` has, and how they differ from those that were sealed. */
import * as z from "zod";
import { verdictKey } from "../../domain/keys.ts";
import { BenchError } from "../../kernel/errors.ts";
import { CheckId, TranscriptId } from "../../schema/ids.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import { VERDICT_VERSION, Verdict, VoidCause } from "../../schema/scan/verdict.ts";
import { readJsonRecords } from "../artefact-files.ts";

/** What can be seen of a row without checking all of it. */
const Glance = z.looseObject({
  transcript_id: TranscriptId,
  mode_id: CheckId,
  verdict: Verdict,
  details: z.looseObject({ votes: z.array(z.looseObject({ void_cause: VoidCause.optional() })) }),
});

/** Which rows a `verdicts.jsonl` has. */
export interface VerdictSurvey {
  readonly rows: number;
  /** How often each row is there, by `verdictKey`. */
  readonly byRow: ReadonlyMap<string, number>;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly voidVotes: Readonly<Partial<Record<VoidCause, number>>>;
}

export async function surveyVerdicts(path: string): Promise<VerdictSurvey> {
  const byRow = new Map<string, number>();
  const verdicts = { PASS: 0, FAIL: 0, UNCLEAR: 0, NOT_APPLICABLE: 0 };
  const voidVotes: Partial<Record<VoidCause, number>> = {};
  let rows = 0;
  const options = { version: VERDICT_VERSION, tornLastLine: "refuse" } as const;
  for await (const { value } of readJsonRecords(path, Glance, options)) {
    const key = verdictKey(value.transcript_id, value.mode_id);
    byRow.set(key, (byRow.get(key) ?? 0) + 1);
    verdicts[value.verdict] += 1;
    rows += 1;
    for (const { void_cause } of value.details.votes)
      if (void_cause !== undefined) voidVotes[void_cause] = (voidVotes[void_cause] ?? 0) + 1;
  }
  return { rows, byRow, verdicts, voidVotes };
}

/** What is wrong with the rows, by name where a name can be given. */
export async function describeRows(path: string, seal: Seal): Promise<string> {
  const survey = await surveyVerdicts(path).catch((error: unknown) => {
    if (error instanceof BenchError) return error.message;
    throw error;
  });
  if (typeof survey === "string") return survey;
  const { expected } = seal.rows;
  const count = `${survey.rows.toLocaleString("en")} of ${expected.toLocaleString("en")} rows`;
  const missing = Object.keys(seal.transcripts)
    .flatMap((id) => seal.checks.map((check) => verdictKey(id, check)))
    .filter((row) => !survey.byRow.has(row));
  if (missing.length > 0) return `${count}; missing: ${named(missing)}`;
  const twice = [...survey.byRow].filter(([, times]) => times > 1).map(([row]) => row);
  if (twice.length > 0) return `${count}; more than once: ${named(twice)}`;
  const counts = Verdict.options.flatMap((verdict) => {
    const [found, sealed] = [survey.verdicts[verdict], seal.verdicts[verdict]];
    return found === sealed ? [] : `${verdict} ${found}, sealed ${sealed}`;
  });
  return `its rows were changed${counts.length === 0 ? "" : ` (${counts.join("; ")})`}`;
}

function named([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length.toLocaleString("en")} more`;
}
