/** What a seal counts: whether it agrees with itself, with the verdicts it seals, and with the plan. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { splitLines } from "../../kernel/split-lines.ts";
import { Sha256 } from "../../schema/ids.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import type { Seal, SealedFile } from "../../schema/scan/seal.ts";
import { Verdict } from "../../schema/scan/verdict.ts";
import { toReadError } from "../file-system.ts";

/** What a seal says that cannot be so, whatever lies beside it. */
export function contradictions({
  rows,
  verdicts,
  checks,
  conversations,
  scorecards,
  transcripts,
}: Seal): readonly string[] {
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
    // What is judged to measure a judge may lie in no run.
    ...(hashed === 0 || hashed === planned
      ? []
      : [`it counts ${number(planned)} conversations and hashes ${number(hashed)}`]),
  ];
}

/** What a seal says of the conversations and the plan does not. */
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
  /** Of lines that are a row; any other line is of no verdict. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

/** Hashes `verdicts.jsonl` and counts its rows by verdict, in one reading. */
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
    // Whoever reads the rows says what is wrong with the line.
    return null;
  }
}

/** How the verdicts that a seal counts differ from those that there are. */
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
