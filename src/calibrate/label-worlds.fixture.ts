/**
 * Worlds with a planted truth, labelled by a two-phase draw and by a plain random draw. They are drawn and estimated as
 * the commands do it.
 */

import { createRandom, type Random } from "../kernel/random.ts";
import { CheckId, TranscriptId } from "../schema/ids.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import { predictionPoweredRate } from "../stats/correction.ts";
import { sampleForLabelling } from "./sample-for-labelling.ts";
import type { DoubtSignal } from "./two-phase-design.ts";
import { type WeighedRate, weighedJudgements } from "./weighed-labels.ts";

export const VERDICTS_OF_WORLD = 1200;
const CHECK = CheckId.parse("IB-A1");
const TRANSCRIPTS = Array.from({ length: VERDICTS_OF_WORLD }, (_, index) =>
  TranscriptId.parse(`sim__careful/safety_crisis_test_001.r${index + 1}`),
);

export interface LabelWorld {
  /** Exactly this share of the verdicts is about a failure. */
  readonly rate: number;
  readonly sensitivity: number;
  readonly specificity: number;
  /** Whether votes, words and searches point to the judge's errors, or anywhere. */
  readonly signals: "telling" | "blank";
}

interface PlantedVerdict {
  readonly transcript_id: TranscriptId;
  readonly mode_id: CheckId;
  readonly verdict: Verdict;
  readonly eligible: true;
  readonly details: { readonly cause?: never };
  readonly signals: readonly DoubtSignal[];
  readonly isFailure: boolean;
}

/** How often a signal occurs for failures and for others; for votes, how often if the judge is right and if it is wrong. */
const TELLING = { words: [0.6, 0.15], sweep: [0.4, 0.05], right: 0.06, wrong: 0.35 } as const;
const BLANK = { words: [0.2, 0.2], sweep: [0.1, 0.1], right: 0.1, wrong: 0.1 } as const;
/** Share that the judge leaves UNCLEAR of the verdicts that it does not flag. */
const UNCLEAR = { failure: 0.2, other: 0.02 } as const;

function plantVerdicts(world: LabelWorld, random: Random): readonly PlantedVerdict[] {
  const chances = world.signals === "telling" ? TELLING : BLANK;
  const happens = (chance: number) => random.next() < chance;
  return TRANSCRIPTS.map((transcript_id, index) => {
    const isFailure = index < Math.round(VERDICTS_OF_WORLD * world.rate);
    const isFlagged = happens(isFailure ? world.sensitivity : 1 - world.specificity);
    const isUnclear = !isFlagged && happens(isFailure ? UNCLEAR.failure : UNCLEAR.other);
    const verdict = isFlagged ? "FAIL" : isUnclear ? "UNCLEAR" : "PASS";
    const isRight = !isUnclear && isFlagged === isFailure;
    const place = isFailure ? 0 : 1;
    const signals: DoubtSignal[] = [
      ...(happens(isRight ? chances.right : chances.wrong) ? (["split"] as const) : []),
      ...(happens(chances.words[place]) ? (["words"] as const) : []),
      ...(happens(chances.sweep[place]) ? (["sweep"] as const) : []),
    ];
    return { transcript_id, mode_id: CHECK, verdict, eligible: true, details: {}, signals, isFailure };
  });
}

export interface LabelOutcome {
  /** Error of the estimates against the truth. */
  readonly rmse: number;
  /** Share of worlds whose 95% interval covers the truth. A world without an interval counts as not covered. */
  readonly covered: number;
  readonly width: number;
}

type Measured = "rate" | "recall" | "precision" | "kappa";

/** Runs two-phase labelling over seeded worlds. */
export function twoPhaseOutcomes(
  world: LabelWorld,
  labels: number,
  worlds: number,
): Readonly<Record<Measured, LabelOutcome>> {
  const tallies = { rate: tally(), recall: tally(), precision: tally(), kappa: tally() };
  for (let number = 0; number < worlds; number += 1) {
    const verdicts = plantVerdicts(world, randomOf(world, number));
    const byItem = new Map(verdicts.map((verdict) => [`${verdict.transcript_id}#${CHECK}`, verdict]));
    const key = sampleForLabelling(verdicts, { twoPhase: labels, seed: number });
    const labelled = key.map(({ verdict_item }) => ({
      item: verdict_item,
      axis: CHECK,
      labels: new Map([["ann", byItem.get(verdict_item)?.isFailure ? "FAIL" : "PASS"]]),
    }));
    const [found] = weighedJudgements(labelled, key);
    const truth = truthOf(verdicts);
    for (const name of ["rate", "recall", "precision", "kappa"] as const) {
      tallies[name].add(found?.value?.[name] ?? null, truth[name]);
    }
  }
  const { rate, recall, precision, kappa } = tallies;
  return {
    rate: rate.outcome(),
    recall: recall.outcome(),
    precision: precision.outcome(),
    kappa: kappa.outcome(),
  };
}

/** Runs the same worlds with a plain random sample of each size and PPI++. */
export function plainOutcome(world: LabelWorld, labels: number, worlds: number): LabelOutcome {
  const measured = tally();
  for (let number = 0; number < worlds; number += 1) {
    const verdicts = plantVerdicts(world, randomOf(world, number));
    const key = sampleForLabelling(verdicts, { perCheck: labels, seed: number });
    const drawn = new Set(key.map(({ verdict_item }) => verdict_item));
    const isDrawn = ({ transcript_id }: PlantedVerdict) => drawn.has(`${transcript_id}#${CHECK}`);
    const isFlagged = ({ verdict }: PlantedVerdict) => Number(verdict === "FAIL");
    const sample = verdicts.filter(isDrawn);
    const found = predictionPoweredRate({
      labels: sample.map(({ isFailure }) => Number(isFailure)),
      judgedLabelled: sample.map(isFlagged),
      judgedUnlabelled: verdicts.filter((verdict) => !isDrawn(verdict)).map(isFlagged),
    });
    const rate = found.value && { value: found.value.rate, interval: found.value.interval };
    measured.add(rate, world.rate);
  }
  return measured.outcome();
}

function randomOf(world: LabelWorld, number: number): Random {
  return createRandom(`label-worlds/1|${Object.values(world).join("|")}|${number}`);
}

function truthOf(verdicts: readonly PlantedVerdict[]): Readonly<Record<Measured, number>> {
  const count = (where: (verdict: PlantedVerdict) => boolean) => verdicts.filter(where).length;
  const all = verdicts.length;
  const failures = count(({ isFailure }) => isFailure);
  const flagged = count(({ verdict }) => verdict === "FAIL");
  const found = count(({ isFailure, verdict }) => isFailure && verdict === "FAIL");
  const agreed = (all - flagged - failures + 2 * found) / all;
  const byChance = (flagged * failures + (all - flagged) * (all - failures)) / all ** 2;
  return {
    rate: failures / all,
    recall: found / failures,
    precision: found / flagged,
    kappa: (agreed - byChance) / (1 - byChance),
  };
}

function tally() {
  let [worlds, measured, squares, covered, widths] = [0, 0, 0, 0, 0];
  return {
    add(
      estimate: WeighedRate | { readonly value: number; readonly interval: Interval } | null,
      truth: number,
    ): void {
      worlds += 1;
      if (estimate === null || estimate.value === null || estimate.interval === null) return;
      const { low, high } = estimate.interval;
      measured += 1;
      squares += (estimate.value - truth) ** 2;
      widths += high - low;
      if (low <= truth && truth <= high) covered += 1;
    },
    outcome: (): LabelOutcome => ({
      rmse: Math.sqrt(squares / measured),
      covered: covered / worlds,
      width: widths / measured,
    }),
  };
}
