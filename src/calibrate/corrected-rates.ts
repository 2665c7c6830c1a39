import { proportion } from "../measure/proportion.ts";
import type { ModelId } from "../schema/ids.ts";
import type { SampledVerdict } from "../schema/review/review-key.ts";
import type { Proportion } from "../schema/scan/estimates.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import {
  type CorrectedRate,
  correctedRate,
  type PredictionPoweredRate,
  predictionPoweredRate,
  type Successes,
} from "../stats/correction.ts";
import type { Statistic } from "../stats/statistic.ts";
import type { StratifiedEstimate } from "../stats/stratified.ts";
import { type LabelledItem, peopleVerdict } from "./collect-labels.ts";
import { confusion } from "./judge-agreement.ts";
import { byAxis } from "./label-agreement.ts";
import type { DoubtSignal } from "./two-phase-design.ts";
import { weighedRate, whyIncomplete } from "./weighed-labels.ts";

/** One verdict that an annotator could also give. */
export interface LabellableVerdict {
  /** `<transcript_id>#<axis>` */
  readonly item: string;
  readonly axis: string;
  readonly model_id: ModelId;
  readonly verdict: Verdict;
  /** Other signals, by which a two-phase draw separates verdicts. @default none */
  readonly signals?: readonly DoubtSignal[];
}

/** Labels of other conversations, used to estimate the judge's errors. */
export interface ValidationSet {
  readonly labels: readonly LabelledItem[];
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** How its items were drawn; `null` if unknown. */
  readonly key: readonly SampledVerdict[] | null;
  /** Items about conversations that are also in the corrected scan. */
  readonly shared: ReadonlySet<string>;
}

export interface CorrectedCheckRate {
  readonly axis: string;
  readonly model_id: ModelId;
  /** Rate by the judge's verdicts. */
  readonly flagged: Proportion;
  readonly roganGladen: Statistic<CorrectedRate>;
  readonly predictionPowered: Statistic<PredictionPoweredRate>;
  /** Estimate from labels of a stratified draw; absent for other draws. */
  readonly weighed?: Statistic<StratifiedEstimate>;
}

/** With fewer labels on either side, the interval covers the true rate too rarely. */
const LEAST_OF_EACH = 10;

/**
 * Estimates how often each model fails each labelled check, corrected for the judge's errors, or gives the reason why
 * it cannot. Rogan-Gladen takes the judge's errors from a separate set. PPI++ needs labels of a plain random sample of
 * these verdicts. A stratified sample is weighted.
 */
export function correctedRates(input: {
  readonly verdicts: readonly LabellableVerdict[];
  readonly labels: readonly LabelledItem[];
  /** How the labelled verdicts were drawn; `null` if unknown. */
  readonly key: readonly SampledVerdict[] | null;
  readonly validation: ValidationSet | null;
}): readonly CorrectedCheckRate[] {
  const labelled = new Map(input.labels.map((item) => [item.item, item]));
  const axes = new Set([...input.labels, ...(input.validation?.labels ?? [])].map(({ axis }) => axis));
  return byAxis(input.verdicts.filter(({ axis }) => axes.has(axis))).flatMap(([axis, ofAxis]) => {
    const drawn = (input.key ?? []).filter((row) => row.axis === axis);
    const isByStrata = drawn.some(({ stratum }) => stratum !== "check");
    const labels = input.labels.filter((item) => item.axis === axis);
    return [...Map.groupBy(ofAxis, ({ model_id }) => model_id)].map(([model_id, verdicts]) => {
      const flagged = verdicts.filter(({ verdict }) => verdict === "FAIL").length;
      return {
        axis,
        model_id,
        flagged: proportion(flagged, verdicts.length),
        roganGladen: bySeparateSet({ k: flagged, n: verdicts.length }, axis, input.validation),
        predictionPowered: byRandomSample(verdicts, labelled, axis, input.key),
        ...(isByStrata ? { weighed: weighedRate(ofAxis, model_id, labels, drawn) } : {}),
      };
    });
  });
}

function bySeparateSet(
  flagged: { readonly k: number; readonly n: number },
  axis: string,
  validation: ValidationSet | null,
): Statistic<CorrectedRate> {
  if (validation === null) return refuse("no labels of a separate validation set");
  const reason = whyNotSeparate(validation, axis);
  if (reason !== null) return refuse(reason);
  const labels = validation.labels.filter((item) => item.axis === axis);
  const judged = labels.flatMap((item) => {
    const [expected, verdict] = [peopleVerdict(item), validation.verdicts.get(item.item)];
    return expected === null || verdict === undefined ? [] : [{ expected, judged: verdict }];
  });
  const { recall, specificity } = confusion(judged);
  return correctedRate({ flagged, sensitivity: recall, specificity });
}

/** Returns why a check's labels do not show the judge's errors in this scan; `null` if no reason is known. */
function whyNotSeparate({ labels, shared, key }: ValidationSet, axis: string): string | null {
  const ofAxis = labels.filter((item) => item.axis === axis);
  const alsoHere = ofAxis.filter(({ item }) => shared.has(item)).length;
  if (alsoHere > 0) return `${alsoHere} validation labels are about conversations of this scan`;
  const reason = key
    ? whyNotRandom(ofAxis, key, axis)
    : ofAxis.some(({ design }) => design === "chosen")
      ? "its verdicts were chosen by hand"
      : ofAxis.some(({ design }) => design === "two-phase")
        ? "drawn in two phases, by the verdict and its signals"
        : null;
  return reason === null ? null : `the validation set: ${reason}`;
}

/**
 * Counts per check how many of the failures that people found in a separate set the judge found too. An item without
 * agreement counts as a missed failure. A draw without a description gives no result.
 */
export function foundFailures(validation: ValidationSet): ReadonlyMap<string, Statistic<Successes>> {
  const found = byAxis(validation.labels).map(([axis, labels]): [string, Statistic<Successes>] => {
    const reason = validation.key === null ? NO_KEY : whyNotSeparate(validation, axis);
    if (reason !== null) return [axis, refuse(reason)];
    const said = labels.map((item) => ({
      people: peopleVerdict(item),
      judged: validation.verdicts.get(item.item),
    }));
    const failures = said.filter(({ people }) => people === "FAIL");
    const open = said.filter(({ people }) => people === null || people === "UNCLEAR").length;
    const n = failures.length + open;
    if (n === 0) return [axis, refuse(`none of ${labels.length} labelled verdicts is a FAIL`)];
    return [axis, { value: { k: failures.filter(({ judged }) => judged === "FAIL").length, n } }];
  });
  return new Map(found);
}

function byRandomSample(
  verdicts: readonly LabellableVerdict[],
  labelled: ReadonlyMap<string, LabelledItem>,
  axis: string,
  key: readonly SampledVerdict[] | null,
): Statistic<PredictionPoweredRate> {
  if (key === null) return refuse(NO_KEY);
  const ofAxis = [...labelled.values()].filter((item) => item.axis === axis);
  const reason = whyNotRandom(ofAxis, key, axis);
  if (reason !== null) return refuse(reason);
  const isFail = ({ verdict }: LabellableVerdict) => Number(verdict === "FAIL");
  const sampled = verdicts.flatMap((verdict) => {
    const item = labelled.get(verdict.item);
    return item === undefined ? [] : [{ judged: isFail(verdict), people: peopleVerdict(item) }];
  });
  const failures = sampled.filter(({ people }) => people === "FAIL").length;
  const others = sampled.filter(({ people }) => people !== "FAIL" && people !== null).length;
  if (failures < LEAST_OF_EACH || others < LEAST_OF_EACH) {
    return refuse(`${failures} labelled FAIL and ${others} not, at least ${LEAST_OF_EACH} of each needed`);
  }
  return predictionPoweredRate({
    // Divided people count as half a failure.
    labels: sampled.map(({ people }) => (people === null ? 0.5 : Number(people === "FAIL"))),
    judgedLabelled: sampled.map(({ judged }) => judged),
    judgedUnlabelled: verdicts.filter(({ item }) => !labelled.has(item)).map(isFail),
  });
}

const NO_KEY = "no sampling key says how the labelled verdicts were drawn";

function refuse(reason: string): { readonly value: null; readonly reason: string } {
  return { value: null, reason };
}

/**
 * Returns why an axis' labelled items are not a random sample of its verdicts, by the draw's key. Returns `null` if
 * every verdict had the same chance and every drawn item has a label.
 */
function whyNotRandom(
  labelled: readonly LabelledItem[],
  key: readonly SampledVerdict[],
  axis: string,
): string | null {
  const drawn = key.filter((row) => row.axis === axis);
  const reason = whyIncomplete(labelled, drawn);
  if (reason !== null) return reason;
  if (drawn.every(({ stratum }) => stratum === "check")) return null;
  if (drawn.every(({ stratum_size, stratum_sample }) => stratum_sample === stratum_size)) return null;
  if (drawn.some(({ design }) => design === "two-phase"))
    return "drawn in two phases, by the verdict and its signals";
  const strata = [...new Map(drawn.map((row) => [row.verdict, row])).values()];
  const counts = strata.map((row) => `${row.verdict} ${row.stratum_sample} of ${row.stratum_size}`);
  return `drawn by verdict (${counts.sort().join(", ")})`;
}
