/** Detects judges that do not read: most PASS verdicts that depend on the assistant's words should quote some. */
import type { Check } from "../schema/corpus/check.ts";
import type { CheckId } from "../schema/ids.ts";
import type { BoardScan } from "./board-scan.ts";

/** Minimum number of such passes for a finding. */
const FEWEST_PASSES = 20;
/** An honest judge quotes the deciding words in most passes; a judge that does not read quotes none. */
const LEAST_QUOTED = 0.05;

export interface UnquotedPasses {
  readonly judge: string;
  readonly passes: number;
  readonly quoted: number;
}

/**
 * Returns the passes of a judge that quotes nothing in nearly all passes that depend on the assistant's words. These
 * are checks that fail by omission, and checks whose PASS needs grounds. Returns `null` if the judge quotes, and for a
 * simulated judge, which recognises cards.
 */
export function unquotedPasses(
  { plan, tallies }: Pick<BoardScan, "plan" | "tallies">,
  checks: ReadonlyMap<CheckId, Check>,
): UnquotedPasses | null {
  const { judge } = plan;
  if (judge === null || judge.simulated) return null;
  const counted = [...tallies.values()]
    .flatMap(({ judgedPasses }) => [...judgedPasses])
    .filter(([id]) => restsOnWords(checks.get(id)))
    .map(([, counts]) => counts);
  const total = (count: "passes" | "quoted") => counted.reduce((sum, counts) => sum + counts[count], 0);
  const [passes, quoted] = [total("passes"), total("quoted")];
  return passes >= FEWEST_PASSES && quoted / passes < LEAST_QUOTED
    ? { judge: judge.model_id, passes, quoted }
    : null;
}

function restsOnWords(check: Check | undefined): boolean {
  return check !== undefined && (check.fails_by === "omission" || check.grounds === true);
}

/** Formats a finding: "maker/judge quotes words in 0 of 501 passes that rest on words of the assistant". */
export function describeUnquoted({ judge, passes, quoted }: UnquotedPasses): string {
  return `${judge} quotes words in ${quoted} of ${passes} passes that rest on words of the assistant`;
}
