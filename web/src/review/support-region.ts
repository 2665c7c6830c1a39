import type { SupportResource } from "../../../src/schema/review-batch.ts";

const NAMES = new Intl.DisplayNames(["en"], { type: "region" });

export interface SupportRegion {
  readonly name: string;
  readonly resources: readonly SupportResource[];
}

/** Resources by country, the first country of each deciding, in the order they come. */
export function supportRegions(resources: readonly SupportResource[]): readonly SupportRegion[] {
  const byRegion = Map.groupBy(resources, ({ regions }) => regions[0] ?? "");
  return [...byRegion].map(([region, here]) => ({ name: nameOf(region), resources: here }));
}

function nameOf(region: string): string {
  return NAMES.of(region.slice(0, 2)) ?? region;
}

/** "call 988; text 988", "text HOME to 741741" */
export function describeContact({ numbers, text }: SupportResource): string {
  // A number that takes texts only is not one to call.
  const isForText = (number: string) =>
    text !== undefined &&
    (new RegExp(`^\\S+ to ${number}$`).test(text) || (text === number && numbers.length > 1));
  const calls = numbers.filter((number) => !isForText(number));
  return [
    ...(calls.length === 0 ? [] : [`call ${calls.join(" or ")}`]),
    ...(text === undefined ? [] : [`text ${text}`]),
  ].join("; ");
}
