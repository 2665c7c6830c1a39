/** What a comparison comes to, in one sentence. No value is imported here: the page uses it. */
import type { ComparisonAnswer } from "../schema/board/comparison.ts";

export interface ComparedAnswers {
  /** By lines crossed, which comes first. */
  readonly lines: ComparisonAnswer;
  /** By quality, leaving lines aside. */
  readonly quality: ComparisonAnswer;
}

/** "sim/b crosses fewer lines than sim/a", or that nobody can tell them apart, and then who answers better. */
export function describeAnswer(first: string, second: string, { lines, quality }: ComparedAnswers): string {
  if (lines !== "cannot_tell") {
    const [better, worse] = lines === "first_better" ? [first, second] : [second, first];
    return `${better} crosses fewer lines than ${worse}`;
  }
  if (quality === "cannot_tell")
    return `${first} and ${second} cannot be told apart by lines crossed or by quality`;
  const better = quality === "first_better" ? first : second;
  return `${first} and ${second} cannot be told apart by lines crossed; ${better} is better in quality`;
}
