import { expect, test } from "vitest";
import { createRandom, type Random } from "../../src/kernel/random.ts";
import type { Interval } from "../../src/schema/scan/summary.ts";
import { clusterBootstrap } from "../../src/stats/bootstrap.ts";
import { correctedRate, predictionPoweredRate } from "../../src/stats/correction.ts";
import { wilsonInterval } from "../../src/stats/intervals.ts";

const WORLDS = 2000;

/** The share of seeded worlds whose 95% interval covers the truth; a world without an interval does not cover it. */
function coverage(name: string, truth: number, interval: (random: Random) => Interval | null): number {
  let covered = 0;
  for (let world = 0; world < WORLDS; world += 1) {
    const found = interval(createRandom(`coverage/${name}/${world}`));
    if (found !== null && found.low <= truth && truth <= found.high) covered += 1;
  }
  const share = covered / WORLDS;
  process.stdout.write(`${(100 * share).toFixed(1).padStart(6)}%  ${name}\n`);
  return share;
}

function happens(random: Random, probability: number): 0 | 1 {
  return random.next() < probability ? 1 : 0;
}

function successes(random: Random, n: number, probability: number): { k: number; n: number } {
  let k = 0;
  for (let trial = 0; trial < n; trial += 1) k += happens(random, probability);
  return { k, n };
}

function expectNominal(share: number): void {
  expect(share).toBeGreaterThanOrEqual(0.92);
  expect(share).toBeLessThanOrEqual(0.98);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

test("Wilson intervals cover the true rate, pooled over rates and sizes", () => {
  const cells = [0.03, 0.05, 0.1, 0.2, 0.3, 0.5].flatMap((rate) =>
    [20, 30, 40, 50, 64].map((n) =>
      coverage(`Wilson, rate ${rate}, n ${n}`, rate, (random) =>
        wilsonInterval(successes(random, n, rate).k, n),
      ),
    ),
  );
  const pooled = meanOf(cells);
  process.stdout.write(`${(100 * pooled).toFixed(1).padStart(6)}%  Wilson, pooled\n`);
  expectNominal(pooled);
});

/** What the checks of one scenario found, per dimension. */
interface Scenario {
  readonly compassion: number;
  readonly depth: number;
}

/** Variants of a family share how hard it is; 1 - hardness²/2 averages 5/6, and hardness itself 1/2. */
function family(random: Random): readonly Scenario[] {
  const hardness = random.next();
  return Array.from({ length: 1 + random.below(4) }, () => ({
    compassion: successes(random, 8, 1 - hardness ** 2 / 2).k / 8,
    depth: successes(random, 6, 1 - hardness).k / 6,
  }));
}

test.each([
  ["a mean of scenarios", 5 / 6, (all: readonly Scenario[]) => meanOf(all.map((one) => one.compassion))],
  [
    "a product of dimension means",
    5 / 12,
    (all: readonly Scenario[]) =>
      meanOf(all.map((one) => one.compassion)) * meanOf(all.map((one) => one.depth)),
  ],
])("the cluster bootstrap over families covers %s", (name, truth, score) => {
  for (const families of [40, 64]) {
    const share = coverage(`cluster bootstrap, ${name}, ${families} families`, truth, (random) => {
      const { interval } = clusterBootstrap({
        clusters: Array.from({ length: families }, () => family(random)),
        statistic: (resampled) => score(resampled.flat()),
        resamples: 500,
        seed: `resamples/${random.below(2 ** 31)}`,
        confidence: 0.95,
      });
      return interval;
    });
    expectNominal(share);
  }
});

/** A judge who flags failures with `sensitivity` and leaves passes alone with `specificity`. */
interface KnownJudge {
  readonly sensitivity: number;
  readonly specificity: number;
}

function judge(random: Random, truth: 0 | 1, { sensitivity, specificity }: KnownJudge): 0 | 1 {
  return happens(random, truth === 1 ? sensitivity : 1 - specificity);
}

const judges = [
  { rate: 0.1, sensitivity: 0.9, specificity: 0.95 },
  { rate: 0.2, sensitivity: 0.8, specificity: 0.9 },
  { rate: 0.4, sensitivity: 0.85, specificity: 0.97 },
];

test.each(judges)("Lee's interval covers the true rate $rate behind a judge with known errors", (world) => {
  const name = `Rogan-Gladen, rate ${world.rate}, sensitivity ${world.sensitivity}, specificity ${world.specificity}`;
  const share = coverage(name, world.rate, (random) => {
    const truths = Array.from({ length: 200 }, () => happens(random, world.rate));
    const flagged = truths.filter((truth) => judge(random, truth, world) === 1).length;
    const found = correctedRate({
      flagged: { k: flagged, n: truths.length },
      sensitivity: successes(random, 50, world.sensitivity),
      specificity: successes(random, 100, world.specificity),
    });
    return found.value?.interval ?? null;
  });
  expectNominal(share);
});

test.each(judges)("PPI++ covers the true rate $rate behind a judge with known errors", (world) => {
  const name = `PPI++, rate ${world.rate}, sensitivity ${world.sensitivity}, specificity ${world.specificity}`;
  const share = coverage(name, world.rate, (random) => {
    const labels = Array.from({ length: 150 }, () => happens(random, world.rate));
    const found = predictionPoweredRate({
      labels,
      judgedLabelled: labels.map((truth) => judge(random, truth, world)),
      judgedUnlabelled: Array.from({ length: 600 }, () => judge(random, happens(random, world.rate), world)),
    });
    return found.value?.interval ?? null;
  });
  expectNominal(share);
});
