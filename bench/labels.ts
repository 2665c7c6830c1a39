/**
 * Measures how many labels a rate needs. Worlds with a planted truth are labelled by a two-phase draw and by a plain
 * random one, with the code of `review export` and `calibrate labels`.
 */
import {
  type LabelOutcome,
  type LabelWorld,
  plainOutcome,
  twoPhaseOutcomes,
  VERDICTS_OF_WORLD,
} from "../src/calibrate/label-worlds.fixture.ts";

const WORLDS = 1000;
const LABELS = [40, 80, 120, 160, 240] as const;
/** Sizes of plain samples, among which the equivalent one is found. */
const PLAIN = [40, 80, 120, 160, 240, 360, 520, 700] as const;

const LABEL_WORLDS: readonly LabelWorld[] = (
  [
    [0.05, 0.85, 0.97],
    [0.02, 0.85, 0.98],
    [0.15, 0.85, 0.95],
  ] as const
).flatMap(([rate, sensitivity, specificity]) =>
  (["blank", "telling"] as const).map((signals) => ({ rate, sensitivity, specificity, signals })),
);

/** The size of a plain sample with the same error, interpolated between the tried sizes; `null` outside them. */
function asGoodAs(rmse: number, plain: readonly { readonly labels: number; readonly rmse: number }[]) {
  // The RMSE of small samples leaves out those without a PPI++ estimate, so the search starts at the large ones.
  const last = plain.findLastIndex((sample) => sample.rmse > rmse);
  const [worse, better] = [plain[last], plain[last + 1]];
  if (better === undefined || worse === undefined) return null;
  // The inverse squared error grows nearly linearly with the labels.
  const precision = (error: number) => 1 / error ** 2;
  const part = (precision(rmse) - precision(worse.rmse)) / (precision(better.rmse) - precision(worse.rmse));
  return worse.labels + part * (better.labels - worse.labels);
}

export async function bench(): Promise<readonly string[]> {
  const lines = [
    `${WORLDS} worlds of ${VERDICTS_OF_WORLD} verdicts each; RMSE, share of 95% intervals that cover, mean width, of the rate of FAIL.`,
    "",
    "| rate, sens/spec, signals | labels | two-phase | recall | precision | kappa | PPI++, as many | PPI++ needs | of them |",
    "| --- | --: | --- | --- | --- | --- | --- | --: | --: |",
  ];
  for (const world of LABEL_WORLDS) {
    const plain = PLAIN.map((labels) => ({ labels, ...plainOutcome(world, labels, WORLDS) }));
    for (const labels of LABELS) {
      const { rate, ...others } = twoPhaseOutcomes(world, labels, WORLDS);
      const needed = asGoodAs(rate.rmse, plain);
      const same = plain.find((sample) => sample.labels === labels) ?? plainOutcome(world, labels, WORLDS);
      const name = `${100 * world.rate}%, ${world.sensitivity}/${world.specificity}, ${world.signals}`;
      const cells = [
        name,
        String(labels),
        describe(rate),
        ...[others.recall, others.precision, others.kappa].map(({ covered }) => percent(covered)),
        describe(same),
        needed === null ? `over ${PLAIN.at(-1)}` : needed.toFixed(0),
        needed === null ? "" : percent(labels / needed),
      ];
      lines.push(`| ${cells.join(" | ")} |`);
    }
  }
  return lines;
}

function describe({ rmse, covered, width }: LabelOutcome): string {
  return `${rmse.toFixed(4)}, ${percent(covered)}, ${width.toFixed(3)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
