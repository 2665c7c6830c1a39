/** Whether a judge reads: a PASS that has to rest on words of the assistant quotes some, in most cases. */
import type { Check } from "../schema/corpus/check.ts";
import type { CheckId } from "../schema/ids.ts";
import type { BoardScan } from "./board-scan.ts";

/** Of fewer such passes nothing is said. */
const FEWEST_PASSES = 20;
/** An honest judge quotes the words that did it in most; one that answers without reading does so in none. */
const LEAST_QUOTED = 0.05;

export interface UnquotedPasses {
  readonly judge: string;
  readonly passes: number;
  readonly quoted: number;
}

/**
 * The passes of a judge that quotes nothing in nearly all of those that rest on words of the assistant: of checks that fail by
 * omission, and of those whose PASS has grounds. `null` where it does quote, and for a simulated judge, which recognises cards.
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

/** "maker/judge quotes words in 0 of 501 passes that rest on words of the assistant". */
export function describeUnquoted({ judge, passes, quoted }: UnquotedPasses): string {
  return `${judge} quotes words in ${quoted} of ${passes} passes that rest on words of the assistant`;
}
