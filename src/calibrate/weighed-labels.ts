/**
 * Weights labels of a stratified draw: each label also counts for the unread verdicts of its stratum. So it does not
 * matter how many of each kind were drawn. Without weights, a judge would look better if its failing verdicts got more
 * labels.
 */
import { by } from "../kernel/order.ts";
import type { ModelId } from "../schema/ids.ts";
import type { SampledVerdict } from "../schema/review/review-key.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import type { Statistic } from "../stats/statistic.ts";
import { type SampledStratum, type StratifiedEstimate, stratifiedEstimate } from "../stats/stratified.ts";
import { type LabelledItem, peopleVerdict } from "./collect-labels.ts";
import { calibrateErrors } from "./errors.ts";
import { byAxis } from "./label-agreement.ts";
import { cellOf, cellsOf, type DoubtSignal } from "./two-phase-design.ts";

/** An estimate, or `null` with the reason. */
export type WeighedRate = Statistic & { readonly interval: Interval | null };

/** A check's verdicts against people, over all its verdicts, labelled or not. */
export interface WeighedJudgement {
  readonly axis: string;
  /** Verdicts that the sample stands for. */
  readonly verdicts: number;
  readonly labelled: number;
  /** Labelled items that people call FAIL. */
  readonly failures: number;
  /** Labelled items where people are divided or unclear. Each counts as half a failure; the interval covers none and all of them. */
  readonly open: number;
  /** Share of the verdicts that people would call FAIL. */
  readonly rate: WeighedRate;
  /** Share of those that the judge called FAIL; UNCLEAR counts as a miss. */
  readonly recall: WeighedRate;
  /** Share of the judge's FAILs that people would call FAIL. */
  readonly precision: WeighedRate;
  /** Share of the items that people would not call FAIL where the judge did not either. */
  readonly specificity: WeighedRate;
  /** Cohen's kappa of FAIL against everything else. */
  readonly kappa: WeighedRate;
  readonly strata: readonly WeighedStratum[];
}

export interface WeighedStratum extends SampledStratum {
  readonly name: string;
  /** The judge's verdict on all of its items. */
  readonly judged: Verdict;
}

/** Weights each check of a key, or gives the reason why it cannot. Checks with a plain random draw are not included. */
export function weighedJudgements(
  labels: readonly LabelledItem[],
  key: readonly SampledVerdict[],
): readonly (Statistic<WeighedJudgement> & { readonly axis: string })[] {
  return byAxis(key)
    .filter(([, drawn]) => drawn.every(({ stratum }) => stratum !== "check"))
    .map(([axis, drawn]) => {
      const ofAxis = labels.filter((item) => item.axis === axis);
      const reason = whyIncomplete(ofAxis, drawn);
      return { axis, ...(reason === null ? { value: judgementOf(axis, ofAxis, drawn) } : refused(reason)) };
    });
}

function refused(reason: string): { readonly value: null; readonly reason: string } {
  return { value: null, reason };
}

/** Returns why the labels of an axis are not exactly the drawn items; `null` if they are. */
export function whyIncomplete(
  labelled: readonly LabelledItem[],
  drawn: readonly SampledVerdict[],
): string | null {
  if (drawn.length === 0) return "the key has no verdict of it";
  if (drawn.some(({ design }) => design === "chosen")) return "its verdicts were chosen by hand";
  const known = new Set(drawn.map(({ verdict_item }) => verdict_item));
  const strangers = labelled.filter(({ item }) => !known.has(item)).length;
  if (strangers > 0) return `${strangers} labelled items are not in the key`;
  const labels = new Set(labelled.map(({ item }) => item));
  const left = drawn.filter(({ verdict_item }) => !labels.has(verdict_item)).length;
  if (left > 0) return `${left} of ${drawn.length} drawn verdicts were not labelled`;
  const strata = [...stratify(drawn).values()];
  const isOneDraw = strata.every((rows) => rows.every((row) => row.stratum_sample === rows.length));
  return isOneDraw ? null : "the key is not of one whole draw";
}

function stratify(drawn: readonly SampledVerdict[]): ReadonlyMap<string, readonly SampledVerdict[]> {
  return Map.groupBy(drawn, ({ stratum, verdict }) => stratum ?? verdict);
}

/**
 * Refuses hand-picked labels, which measure nothing, and mixed draws. Labels of a two-phase draw need their key and no
 * labels of another draw: otherwise many of one kind would count for all.
 */
export function refuseMixedDraws(
  labels: readonly LabelledItem[],
  key: readonly SampledVerdict[] | null,
): void {
  for (const [axis, items] of byAxis(labels)) {
    const chosen = items.filter(({ design }) => design === "chosen").length;
    if (chosen > 0) throw calibrateErrors.IB_CHOSEN_LABELS(axis, chosen);
    const twoPhase = items.filter(({ design }) => design === "two-phase").length;
    if (twoPhase === 0) continue;
    if (twoPhase < items.length) throw calibrateErrors.IB_MIXED_DRAWS(axis, twoPhase, items.length);
    if (key === null) throw calibrateErrors.IB_UNWEIGHED_LABELS(axis, twoPhase);
  }
}

function judgementOf(
  axis: string,
  labelled: readonly LabelledItem[],
  drawn: readonly SampledVerdict[],
): WeighedJudgement {
  const strata = weighStrata(labelled, drawn);
  const sumOf = (count: (stratum: WeighedStratum) => number) =>
    strata.reduce((sum, stratum) => sum + count(stratum), 0);
  const weigh = (statistic: (table: FailTable) => Statistic, least = 0): WeighedRate => {
    const found = stratifiedEstimate(strata, (shares) => statistic(failTable(strata, shares)), { least });
    return found.value === null ? { ...found, interval: null } : found.value;
  };
  return {
    axis,
    verdicts: sumOf(({ size }) => size),
    labelled: sumOf(({ sampled }) => sampled),
    failures: sumOf(({ yes }) => yes),
    open: sumOf(({ open }) => open),
    rate: weigh(({ found, missed, all }) => ({ value: (found + missed) / all })),
    recall: weigh(({ found, missed }) => ratio(found, found + missed, "no labelled item is a FAIL")),
    precision: weigh(({ found, flagged }) => ratio(found, flagged, "nothing was judged FAIL")),
    specificity: weigh(({ found, missed, flagged, all }) =>
      ratio(all - flagged - missed, all - found - missed, "every labelled item is a FAIL"),
    ),
    kappa: weigh(kappaOf, -1),
    strata,
  };
}

function weighStrata(
  labelled: readonly LabelledItem[],
  drawn: readonly SampledVerdict[],
): readonly WeighedStratum[] {
  const items = new Map(labelled.map((item) => [item.item, item]));
  return [...stratify(drawn)].toSorted(by(([key]) => key)).flatMap(([name, rows]) => {
    const [first] = rows;
    if (first === undefined) return [];
    const said = rows.map(({ verdict_item }) => items.get(verdict_item));
    return [{ name, judged: first.verdict, size: first.stratum_size, ...tallyLabels(said) }];
  });
}

/** Counts people's labels of some items. */
function tallyLabels(
  items: readonly (LabelledItem | undefined)[],
): Pick<SampledStratum, "sampled" | "yes" | "open"> {
  const said = items.flatMap((item) => (item === undefined ? [] : [peopleVerdict(item)]));
  const yes = said.filter((verdict) => verdict === "FAIL").length;
  const open = said.filter((verdict) => verdict === null || verdict === "UNCLEAR").length;
  return { sampled: said.length, yes, open };
}

/** FAIL against everything else, counted in verdicts. */
interface FailTable {
  readonly all: number;
  readonly flagged: number;
  /** FAILs that the judge called FAIL, and those that it missed. */
  readonly found: number;
  readonly missed: number;
}

function failTable(strata: readonly WeighedStratum[], shares: readonly number[]): FailTable {
  const table = { all: 0, flagged: 0, found: 0, missed: 0 };
  for (const [index, { size, judged }] of strata.entries()) {
    const failures = size * (shares[index] ?? 0);
    table.all += size;
    if (judged === "FAIL") {
      table.flagged += size;
      table.found += failures;
    } else table.missed += failures;
  }
  return table;
}

function ratio(part: number, whole: number, reason: string): Statistic {
  return whole <= 0 ? refused(reason) : { value: part / whole };
}

function kappaOf({ all, flagged, found, missed }: FailTable): Statistic {
  const failures = found + missed;
  const agreed = (all - flagged + found - missed) / all;
  const byChance = (flagged * failures + (all - flagged) * (all - failures)) / (all * all);
  return ratio(agreed - byChance, 1 - byChance, "people and judge used one category only");
}

/** One verdict with the signals that a design uses. */
export interface SignalledVerdict {
  readonly item: string;
  readonly model_id: ModelId;
  readonly verdict: Verdict;
  readonly signals?: readonly DoubtSignal[];
}

/**
 * Estimates how many of one model's verdicts people would call FAIL, for a check whose draw covers all models. A
 * stratum without a label about this model gets the share of the others and counts as undecided.
 */
export function weighedRate(
  verdicts: readonly SignalledVerdict[],
  modelId: ModelId,
  labelled: readonly LabelledItem[],
  drawn: readonly SampledVerdict[],
): Statistic<StratifiedEstimate> {
  const reason = whyIncomplete(labelled, drawn);
  if (reason !== null) return refused(reason);
  const items = new Map(labelled.map((item) => [item.item, item]));
  const isTwoPhase = drawn.some(({ design }) => design === "two-phase");
  const kindOf = ({ verdict, signals = [] }: SignalledVerdict) =>
    isTwoPhase ? cellOf(verdict, signals) : verdict;
  const strata = weighStrata(labelled, drawn).map((stratum) => {
    const kinds = new Set(cellsOf(stratum.name));
    const all = verdicts.filter((verdict) => kinds.has(kindOf(verdict)));
    return { ...stratum, all, own: all.filter(({ model_id }) => model_id === modelId) };
  });
  const covered = strata.reduce((sum, { all }) => sum + all.length, 0);
  if (covered !== verdicts.length || strata.some(({ all, size }) => all.length !== size)) {
    return refused("the verdicts of the scan are not those that the key was drawn from");
  }
  const own = strata.flatMap(({ own, yes, open, sampled }) => {
    if (own.length === 0) return [];
    const labels = tallyLabels(own.map(({ item }) => items.get(item)));
    return [{ size: own.length, ...labels, elsewhere: (yes + open / 2) / sampled }];
  });
  const all = own.reduce((sum, { size }) => sum + size, 0);
  return stratifiedEstimate(own, (shares) => ({
    value: own.reduce((sum, { size }, index) => sum + size * (shares[index] ?? 0), 0) / all,
  }));
}
