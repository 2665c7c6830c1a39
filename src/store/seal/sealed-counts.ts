/** Checks a seal's counts against each other, against the sealed verdicts, and against the plan. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lostQuestions } from "../../domain/losses.ts";
import { splitLines } from "../../kernel/split-lines.ts";
import { Sha256 } from "../../schema/ids.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { Seal, SealedFile } from "../../schema/scan/seal.ts";
import { LostCause, Verdict } from "../../schema/scan/verdict.ts";
import { toReadError } from "../file-system.ts";

/** Contradictions within a seal, independent of its files. */
export function contradictions(seal: Seal): readonly string[] {
  const { rows, verdicts, checks, conversations, scorecards, transcripts } = seal;
  const { planned } = conversations;
  const sum = Object.values(verdicts).reduce((total, count) => total + count, 0);
  const hashed = Object.keys(transcripts).length;
  const asked = new Set(checks).size;
  return [
    ...(rows.found === rows.expected
      ? []
      : [`it counts ${number(rows.found)} of ${number(rows.expected)} rows`]),
    ...(rows.expected === planned * asked
      ? []
      : [
          `it expects ${number(rows.expected)} rows, and ${number(planned)} conversations with ${number(asked)} checks make ${number(planned * asked)}`,
        ]),
    ...(sum === rows.found ? [] : [`it counts ${number(rows.found)} rows and ${number(sum)} verdicts`]),
    ...(scorecards === planned
      ? []
      : [`it counts ${number(planned)} conversations and ${number(scorecards)} scorecards`]),
    // Conversations judged to measure a judge may belong to no run.
    ...(hashed === 0 || hashed === planned
      ? []
      : [`it counts ${number(planned)} conversations and hashes ${number(hashed)}`]),
    ...impossibleLosses(seal),
  ];
}

/** Losses that contradict the other counts. Only asking everything again, as `verify` does, shows the exact losses. */
function impossibleLosses({
  lost,
  people,
  verdicts,
  scorer_rows,
  conversations,
  judging,
}: Seal): readonly string[] {
  if (lost === undefined) return [];
  const unanswered = lostQuestions(lost);
  const open = lost.open_verdicts + lost.open_answers;
  const atMost = (what: string, found: number, most: number, of: string) =>
    found <= most ? [] : [`it counts ${number(found)} ${what}, and ${number(most)} ${of}`];
  const unsaid = LostCause.options.filter(
    (cause) => (judging.void_votes[cause] ?? 0) > 0 && lost.unanswered[cause] === undefined,
  );
  return [
    ...atMost("questions without an answer", unanswered, lost.questions, "questions"),
    // Verdicts that people decided may have been undecided for a reason that no vote shows.
    ...(people === undefined
      ? atMost("verdicts open by a loss", lost.open_verdicts, verdicts.UNCLEAR, "UNCLEAR")
      : []),
    ...atMost("answers open by a loss", lost.open_answers, scorer_rows, "rows of scorers"),
    ...atMost(
      "broken off conversations",
      lost.conversations?.count ?? 0,
      conversations.incomplete,
      "incomplete",
    ),
    ...(open > 0 && unanswered === 0
      ? [`it counts ${number(open)} open by a loss, and no question without an answer`]
      : []),
    ...unsaid.map((cause) => `it counts votes that are void by ${cause}, and no such question`),
  ];
}

/** Differences between a seal's conversations and the plan. */
export function unlikePlan(
  { conversations: { planned }, transcripts }: Seal,
  plan: Pick<ScanPlan, "transcripts">,
): readonly string[] {
  const found = plan.transcripts.length;
  if (found !== planned)
    return [`it counts ${number(planned)} conversations, and the plan has ${number(found)}`];
  if (Object.keys(transcripts).length === 0) return [];
  const missing = plan.transcripts.find(({ transcript_id }) => transcripts[transcript_id] === undefined);
  return missing === undefined ? [] : [`it has no hash of ${missing.transcript_id}`];
}

export interface CountedVerdicts {
  readonly file: SealedFile;
  /** Counts of valid rows only. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

/** Hashes `verdicts.jsonl` and counts its rows by verdict in one pass. */
export async function countVerdicts(path: string): Promise<CountedVerdicts> {
  const hash = createHash("sha256");
  const verdicts = { PASS: 0, FAIL: 0, UNCLEAR: 0, NOT_APPLICABLE: 0 };
  let bytes = 0;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    const stream: AsyncIterable<Buffer> = createReadStream(path);
    for await (const chunk of stream) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  try {
    for await (const line of splitLines(chunks())) {
      const verdict = verdictIn(line.bytes);
      if (verdict !== null) verdicts[verdict] += 1;
    }
  } catch (error) {
    throw toReadError(error, path);
  }
  return { file: { bytes, sha256: Sha256.parse(hash.digest("hex")) }, verdicts };
}

function verdictIn(line: Buffer): Verdict | null {
  try {
    const row: unknown = JSON.parse(line.toString("utf8"));
    const verdict = typeof row === "object" && row !== null ? Reflect.get(row, "verdict") : undefined;
    return Verdict.safeParse(verdict).data ?? null;
  } catch {
    // Readers of the rows report what is wrong with the line.
    return null;
  }
}

/** Differences between the seal's verdict counts and the actual ones. */
export function miscountedVerdicts(
  seal: Pick<Seal, "verdicts">,
  found: CountedVerdicts["verdicts"],
): string | null {
  const unlike = Verdict.options.filter((verdict) => found[verdict] !== seal.verdicts[verdict]);
  if (unlike.length === 0) return null;
  const each = unlike.map(
    (verdict) => `${number(seal.verdicts[verdict])} ${verdict}, found ${number(found[verdict])}`,
  );
  return `it does not count the rows of verdicts.jsonl (${each.join("; ")})`;
}

function number(count: number): string {
  return count.toLocaleString("en");
}
