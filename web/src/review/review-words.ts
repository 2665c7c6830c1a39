/** Texts that the review page builds itself: a check's question, and the ways to reach a helpline. */
import type { SupportResource } from "../../../src/schema/review/review-batch.ts";

export interface SplitQuestion {
  readonly question: string;
  /** Situation and conditions, as in the judge's prompt; empty without any. */
  readonly conditions: string;
}

/** Splits a check's prompt: it begins with the question; the conditions follow after a blank line. */
export function splitQuestion(prompt: string): SplitQuestion {
  const [first = "", ...rest] = prompt.trim().split(/\n\s*\n/);
  const question = first.replace(/^Question:\s*/i, "").replaceAll(/\s+/g, " ");
  return {
    question: question.charAt(0).toUpperCase() + question.slice(1),
    conditions: rest.join("\n\n"),
  };
}

const REGION_NAMES = new Intl.DisplayNames(["en"], { type: "region" });

export interface SupportRegion {
  readonly name: string;
  readonly resources: readonly SupportResource[];
}

/** Groups resources by the first country of each, in the given order. */
export function supportRegions(resources: readonly SupportResource[]): readonly SupportRegion[] {
  const byRegion = Map.groupBy(resources, ({ regions }) => regions[0] ?? "");
  return [...byRegion].map(([region, here]) => ({ name: nameRegion(region), resources: here }));
}

function nameRegion(region: string): string {
  return REGION_NAMES.of(region.slice(0, 2)) ?? region;
}

/** Returns numbers to call and to text: "988" and "988", nothing and "HOME to 741741". */
export function contactWays({ numbers, text }: SupportResource): {
  readonly calls: readonly string[];
  readonly text: string | undefined;
} {
  // A number for texts only is not one to call.
  const isForText = (number: string) =>
    text !== undefined &&
    (new RegExp(`^\\S+ to ${number}$`).test(text) || (text === number && numbers.length > 1));
  return { calls: numbers.filter((number) => !isForText(number)), text };
}
