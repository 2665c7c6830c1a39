import { ADJUDICATED } from "../schema/human-label.ts";
import { Verdict } from "../schema/verdict.ts";
import type { LabelledItem } from "./collect-labels.ts";
import { NotAVerdictError } from "./not-a-verdict-error.ts";

/** What was decided of an item, or else what most of its annotators say; `null` where two verdicts are said most often. */
export function peopleVerdict({ item, labels, decision }: LabelledItem): Verdict | null {
  const asVerdict = (annotator: string, label: string): Verdict => {
    const verdict = Verdict.safeParse(label);
    if (!verdict.success) throw new NotAVerdictError({ item, annotator, label });
    return verdict.data;
  };
  const given = [...labels].map(([annotator, label]) => asVerdict(annotator, label));
  if (decision !== undefined) return asVerdict(ADJUDICATED, decision);
  const [first, second] = [...Map.groupBy(given, (verdict) => verdict)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  if (first === undefined || first[1].length === second?.[1].length) return null;
  return first[0];
}
