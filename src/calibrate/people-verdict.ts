import { Verdict } from "../schema/verdict.ts";
import type { LabelledItem } from "./collect-labels.ts";
import { NotAVerdictError } from "./not-a-verdict-error.ts";

/** What most annotators of an item say; `null` where two verdicts are said most often. */
export function peopleVerdict({ item, labels }: LabelledItem): Verdict | null {
  const given = [...labels].map(([annotator, label]) => {
    const verdict = Verdict.safeParse(label);
    if (!verdict.success) throw new NotAVerdictError({ item, annotator, label });
    return verdict.data;
  });
  const [first, second] = [...Map.groupBy(given, (verdict) => verdict)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  if (first === undefined || first[1].length === second?.[1].length) return null;
  return first[0];
}
