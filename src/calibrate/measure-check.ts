import type { CheckCalibration } from "../schema/review/calibration-status.ts";
import type { SampledVerdict } from "../schema/review/review-key.ts";
import type { Interval, Proportion } from "../schema/scan/estimates.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import type { LabelledItem } from "./collect-labels.ts";
import { peopleVerdict } from "./collect-labels.ts";
import { judgeAgreement } from "./judge-agreement.ts";
import { labelAgreement } from "./label-agreement.ts";
import { weighedJudgements, whyIncomplete } from "./weighed-labels.ts";

/**
 * Computes what people's labels say about one check. Only people who labelled independently count, and only items that
 * two of them labelled. A person who adjudicated settles their disagreements and is not part of the agreement. With
 * more than two people Krippendorff's alpha replaces Cohen's kappa, because they need not have labelled the same items.
 * The judge's rates cover all verdicts of the draw. They need the draw's key, because items chosen for their FAIL
 * verdict would flatter the judge's recall.
 */
export function measureCheck(
  labels: readonly LabelledItem[],
  input: {
    /** Annotators who are people and worked independently. */
    readonly people: ReadonlySet<string>;
    /** Whether a person adjudicated; decisions of an AI never count. */
    readonly decisionsCount: boolean;
    readonly judge: string | null;
    readonly verdicts: ReadonlyMap<string, Verdict>;
    /** How the items were drawn; `null` if unknown. */
    readonly key: readonly SampledVerdict[] | null;
  },
): CheckCalibration {
  const items = labels
    // The person who picked these items knew the verdicts.
    .filter(({ design }) => design !== "chosen")
    .map(({ decision, ...item }) => ({
      ...item,
      labels: new Map([...item.labels].filter(([annotator]) => input.people.has(annotator))),
      ...(decision === undefined || !input.decisionsCount ? {} : { decision }),
    }))
    .filter((item) => item.labels.size > 1);
  const { annotators, overall } = labelAgreement(items);
  const [pair, ...others] = overall.pairs;
  const kappa = pair !== undefined && others.length === 0 ? pair.kappa : overall.all.alpha;
  const judged = judgeOverAll(items, input);
  return {
    items: items.length,
    failures: items.filter((item) => peopleVerdict(item) === "FAIL").length,
    annotators: annotators.length,
    kappa: kappa.value,
    recall: judged.recall.value,
    precision: judged.precision.value,
    ...(items.length === 0
      ? {}
      : {
          intervals: {
            kappa: kappa.interval,
            recall: judged.recall.interval,
            precision: judged.precision.interval,
          },
        }),
  };
}

interface MeasuredRate {
  readonly value: number | null;
  readonly interval: Interval | null;
}

function judgeOverAll(
  items: readonly LabelledItem[],
  input: {
    readonly judge: string | null;
    readonly verdicts: ReadonlyMap<string, Verdict>;
    readonly key: readonly SampledVerdict[] | null;
  },
): Readonly<Record<"recall" | "precision", MeasuredRate>> {
  const nothing = { value: null, interval: null };
  const unknown = { recall: nothing, precision: nothing };
  const axes = new Set(items.map(({ axis }) => axis));
  const drawn = (input.key ?? []).filter(({ axis }) => axes.has(axis));
  if (whyIncomplete(items, drawn) !== null) return unknown;
  if (drawn.every(({ stratum }) => stratum === "check")) {
    const { recall, precision } = judgeAgreement(items, input).overall;
    const measured = ({ rate, interval }: Proportion) => ({ value: rate, interval });
    return { recall: measured(recall), precision: measured(precision) };
  }
  // The strata belong to the judge of the draw.
  if (drawn.some(({ verdict_item, verdict }) => input.verdicts.get(verdict_item) !== verdict)) return unknown;
  const [weighed] = weighedJudgements(items, drawn);
  return weighed?.value ? { recall: weighed.value.recall, precision: weighed.value.precision } : unknown;
}
