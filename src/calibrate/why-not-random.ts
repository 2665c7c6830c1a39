import type { SampledVerdict } from "../schema/sampled-verdict.ts";
import type { LabelledItem } from "./collect-labels.ts";

/**
 * Why the labelled items of an axis are no random sample of its verdicts, by the key of their drawing; `null` where they
 * are: every verdict had the same chance to be drawn, and whatever was drawn was labelled.
 */
export function whyNotRandom(
  labelled: readonly LabelledItem[],
  key: readonly SampledVerdict[],
  axis: string,
): string | null {
  const drawn = key.filter((row) => row.axis === axis);
  if (drawn.length === 0) return "the key has no verdict of it";
  const known = new Set(drawn.map(({ verdict_item }) => verdict_item));
  const strangers = labelled.filter(({ item }) => !known.has(item)).length;
  if (strangers > 0) return `${strangers} labelled items are not in the key`;
  const labels = new Set(labelled.map(({ item }) => item));
  const left = drawn.filter(({ verdict_item }) => !labels.has(verdict_item)).length;
  if (left > 0) return `${left} of ${drawn.length} drawn verdicts were not labelled`;
  if (drawn.every(({ stratum }) => stratum === "check")) return null;
  const strata = [...new Map(drawn.map((row) => [row.verdict, row])).values()];
  if (strata.every(({ stratum_size, stratum_sample }) => stratum_sample === stratum_size)) return null;
  const counts = strata.map((row) => `${row.verdict} ${row.stratum_sample} of ${row.stratum_size}`);
  return `drawn by verdict (${counts.sort().join(", ")})`;
}
