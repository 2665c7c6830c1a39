/** Counts the rows of a `verdicts.jsonl` and compares them with the sealed ones. */
import * as z from "zod";
import { verdictKey } from "../../domain/keys.ts";
import { BenchError } from "../../kernel/errors.ts";
import { InternPool } from "../../kernel/intern-pool.ts";
import { CheckId, TranscriptId } from "../../schema/ids.ts";
import type { Seal } from "../../schema/scan/seal.ts";
import { VERDICT_VERSION, Verdict, VoidCause } from "../../schema/scan/verdict.ts";
import { readJsonRecords } from "../artefact-files.ts";

/** The fields of a row that can be read without checking all of it. */
const Glance = z.looseObject({
  transcript_id: TranscriptId,
  mode_id: CheckId,
  verdict: Verdict,
  details: z.looseObject({ votes: z.array(z.looseObject({ void_cause: VoidCause.optional() })) }),
});

/** Counts of the rows of a `verdicts.jsonl`. */
export interface VerdictSurvey {
  readonly rows: number;
  /** Number of distinct pairs of transcript and check. */
  readonly distinct: number;
  /** The checks of each transcript's rows, in row order. */
  readonly checksOf: ReadonlyMap<TranscriptId, readonly CheckId[]>;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly voidVotes: Readonly<Partial<Record<VoidCause, number>>>;
}

export async function countVerdictRows(path: string): Promise<VerdictSurvey> {
  const checksOf = new Map<TranscriptId, readonly CheckId[]>();
  const parts = new InternPool();
  const verdicts = { PASS: 0, FAIL: 0, UNCLEAR: 0, NOT_APPLICABLE: 0 };
  const voidVotes: Partial<Record<VoidCause, number>> = {};
  let rows = 0;
  let current: { readonly id: TranscriptId | null; readonly checks: CheckId[] } = { id: null, checks: [] };
  // Normally every transcript has the same rows, so their list is stored once.
  const keep = () => {
    if (current.id !== null) checksOf.set(current.id, parts.of(current.checks));
  };
  const options = { version: VERDICT_VERSION, tornLastLine: "refuse" } as const;
  for await (const { value } of readJsonRecords(path, Glance, options)) {
    if (value.transcript_id !== current.id) {
      keep();
      current = { id: value.transcript_id, checks: [...(checksOf.get(value.transcript_id) ?? [])] };
    }
    current.checks.push(value.mode_id);
    verdicts[value.verdict] += 1;
    rows += 1;
    for (const { void_cause } of value.details.votes)
      if (void_cause !== undefined) voidVotes[void_cause] = (voidVotes[void_cause] ?? 0) + 1;
  }
  keep();
  let distinct = 0;
  for (const checks of checksOf.values()) distinct += new Set(checks).size;
  return { rows, distinct, checksOf, verdicts, voidVotes };
}

/** Describes what is wrong with the rows, with names if possible. */
export async function describeRows(path: string, seal: Seal): Promise<string> {
  const survey = await countVerdictRows(path).catch((error: unknown) => {
    if (error instanceof BenchError) return error.message;
    throw error;
  });
  if (typeof survey === "string") return survey;
  const { expected } = seal.rows;
  const count = `${survey.rows.toLocaleString("en")} of ${expected.toLocaleString("en")} rows`;
  const missing = Object.keys(seal.transcripts).flatMap((id) => {
    const found = new Set(survey.checksOf.get(TranscriptId.parse(id)));
    return seal.checks.filter((check) => !found.has(check)).map((check) => verdictKey(id, check));
  });
  if (missing.length > 0) return `${count}; missing: ${named(missing)}`;
  const twice = [...survey.checksOf].flatMap(([id, checks]) => {
    const again = checks.filter((check, index) => checks.indexOf(check) !== index);
    return [...new Set(again)].map((check) => verdictKey(id, check));
  });
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
