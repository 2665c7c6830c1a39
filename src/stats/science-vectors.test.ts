// Long because it is one table: every published number that the statistics must give, by method. Agreement has its own.
import { expect, test } from "vitest";
import { FAULTLESS, trialsBehindJudge } from "./bound-behind-judge.ts";
import { clusteredStandardError } from "./clustered-error.fixture.ts";
import { correctedRate, predictionPoweredRate, roganGladen } from "./correction.ts";
import { betaQuantile, tQuantile } from "./distributions.ts";
import { clopperPearsonInterval, newcombePairedInterval, wilsonInterval } from "./intervals.ts";
import { minimumDetectableDifference } from "./power.ts";
import { rankSets, tiers } from "./ranking.ts";
import { separations } from "./separations.fixture.ts";
import { benjaminiHochberg, holm, mcNemarTest } from "./significance-tests.ts";
import { pAbove, subsetMeans } from "./subset-means.ts";
import { at, bounds, type Vector } from "./vector.fixture.ts";

type Ends = readonly [low: number, high: number];
type Proportion = readonly [name: string, k: number, n: number, wilson: Ends, clopperPearson: Ends];

const trialsForBound = (bound: number, failures = 0) =>
  trialsBehindJudge(failures, bound, FAULTLESS, 0.95) ?? Number.POSITIVE_INFINITY;

const printed: readonly Proportion[] = [
  ["0/10", 0, 10, [0, 0.277533], [0, 0.308497]],
  ["0/63", 0, 63, [0, 0.057471], [0, 0.056872]],
  ["1/63", 1, 63, [0.002807, 0.084585], [0.000402, 0.085296]],
  ["5/63", 5, 63, [0.034376, 0.172703], [0.026272, 0.175576]],
  ["3/36", 3, 36, [0.028749, 0.218267], [0.017526, 0.22469]],
  ["20/100", 20, 100, [0.133367, 0.288829], [0.126656, 0.291843]],
];

const newcombe1998: readonly Proportion[] = [
  ["81/263", 81, 263, [0.2553, 0.3662], [0.2527, 0.3676]],
  ["15/148", 15, 148, [0.0624, 0.1605], [0.0578, 0.1617]],
  ["0/20", 0, 20, [0, 0.1611], [0, 0.1684]],
  ["1/29", 1, 29, [0.0061, 0.1718], [0.0009, 0.1776]],
];

const proportions: Vector[] = [
  ...printed.flatMap(([name, k, n, wilson, exact]) => [
    ...bounds(`Wilson ${name}`, wilsonInterval(k, n), ...wilson, 6),
    ...bounds(`Clopper-Pearson ${name}`, clopperPearsonInterval(k, n), ...exact, 6),
  ]),
  ...newcombe1998.flatMap(([name, k, n, wilson, exact]) => [
    ...bounds(`Wilson ${name}`, wilsonInterval(k, n), ...wilson, 4),
    ...bounds(`Clopper-Pearson ${name}`, clopperPearsonInterval(k, n), ...exact, 4),
  ]),
  ["trials without failure for 10%", trialsForBound(0.1), 29, 6],
  ["trials without failure for 5%", trialsForBound(0.05), 59, 6],
  ["trials without failure for 2%", trialsForBound(0.02), 149, 6],
  ["trials without failure for 1%", trialsForBound(0.01), 299, 6],
  // Section 1: how large a golden set must be.
  ...[59, 93, 124, 153].map((n, f): Vector => [`trials for 5%, ${f} failed`, trialsForBound(0.05, f), n, 6]),
  ...[29, 46, 61, 76].map((n, f): Vector => [`trials for 10%, ${f} failed`, trialsForBound(0.1, f), n, 6]),
  ["Beta quantile (.975; 1, 63)", betaQuantile(0.975, 1, 63), 0.05687235, 8],
  ["Beta quantile (.975; .5, 63.5)", betaQuantile(0.975, 0.5, 63.5), 0.03893543, 8],
  ["t quantile (.975; 62)", tQuantile(0.975, 62), 1.99897152, 8],
];

const families = [
  [1, 1, 0],
  [1, 1, 1, 1],
  [0, 0, 1],
  [1, 0],
  [1, 1, 1],
];
const clustered = clusteredStandardError(families);
const singletons = clusteredStandardError(families.flat().map((score) => [score]));
const clusters: Vector[] = [
  ["mean", at(clustered, "value", "mean"), 0.7333333, 7],
  ["CR0", at(clustered, "value", "cr0"), 0.12428561, 8],
  ["CR1", at(clustered, "value", "cr1"), 0.13895554, 8],
  ["iid standard error = CR1 of singletons", at(singletons, "value", "cr1"), 0.11818737, 8],
  ["Bernoulli standard error = CR0 of singletons", at(singletons, "value", "cr0"), 0.11417985, 8],
];

const newcombePaired = newcombePairedInterval({ both: 36, onlyFirst: 12, onlySecond: 2, neither: 0 });
const pairs: Vector[] = [
  ["McNemar 1 against 8", mcNemarTest(1, 8).exact, 0.0390625, 10],
  ["McNemar 1 against 8, mid-p", mcNemarTest(1, 8).midP, 0.021484375, 10],
  ["McNemar 2 against 9", mcNemarTest(2, 9).exact, 0.0654296875, 10],
  ["McNemar 121 against 59, chi-square", mcNemarTest(121, 59).chiSquare.value, 21.3555556, 7],
  ["McNemar 121 against 59, corrected", mcNemarTest(121, 59).correctedChiSquare.value, 20.6722222, 7],
  ["McNemar 121 against 59", mcNemarTest(121, 59).exact, 4.43445e-6, 11],
  ["Newcombe's paired difference", at(newcombePaired, "value", "difference"), 0.2, 10],
  ...bounds("Newcombe's paired interval", at(newcombePaired, "value", "interval"), 0.0569, 0.3404, 4),
];

/** Standard deviation of the paired difference of two binary outcomes: rates .72 and .70, correlation .7. */
const deviation = 0.35148258;
const clusteredEight = 1 + 7 * 0.25;
const power: Vector[] = [
  [
    "detectable with 500",
    minimumDetectableDifference({ standardError: deviation / Math.sqrt(500) }),
    0.0440375,
    8,
  ],
  [
    "detectable with 500, clustered",
    minimumDetectableDifference({ standardError: deviation * Math.sqrt(clusteredEight / 500) }),
    0.07302793,
    8,
  ],
  ["detectable with 63", minimumDetectableDifference({ standardError: 1 / Math.sqrt(63) }), 0.353, 4],
];

const benjamini1995 = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
  0.759, 1,
];
const four = [0.01, 0.04, 0.03, 0.005];
const rejected = (adjusted: readonly number[]) => adjusted.filter((p) => p <= 0.05).length;
const multiplicity: Vector[] = [
  ...[0.03, 0.06, 0.06, 0.02].map((p, i): Vector => [`Holm ${four[i]}`, holm(four)[i], p, 10]),
  ...[0.02, 0.04, 0.04, 0.02].map((p, i): Vector => [`BH ${four[i]}`, benjaminiHochberg(four)[i], p, 10]),
  ["BH 1995 rejections", rejected(benjaminiHochberg(benjamini1995)), 4, 6],
  ["BH 1995 rejections after Holm", rejected(holm(benjamini1995)), 3, 6],
  ["BH 1995 rejections after Bonferroni", rejected(benjamini1995.map((p) => 15 * p)), 3, 6],
  ["BH 1995 fourth", benjaminiHochberg(benjamini1995)[3], 0.035625, 10],
];

const toy = separations([0.9, 0.8, 0.79, 0.5], () => 0.03, 1.96);
const ranks: Vector[] = [
  ...[
    [1, 1],
    [2, 3],
    [2, 3],
    [4, 4],
  ].flatMap(([best = 0, worst = 0], i): Vector[] => [
    [`best rank of model ${i}`, rankSets(toy)[i]?.best, best, 6],
    [`worst rank of model ${i}`, rankSets(toy)[i]?.worst, worst, 6],
  ]),
  ...[1, 2, 2, 3].map((tier, i): Vector => [`tier of model ${i}`, tiers(toy)[i], tier, 6]),
];

const readme = correctedRate({
  flagged: { k: 400, n: 1000 },
  specificity: { k: 140, n: 200 },
  sensitivity: { k: 180, n: 200 },
});
const failures = correctedRate({
  flagged: { k: 24, n: 200 },
  specificity: { k: 95, n: 100 },
  sensitivity: { k: 45, n: 50 },
});
/** 63 scenarios at 5% prevalence, sensitivity .90, specificity .97 and `m` labels per class; scaled up to whole counts. */
function spreadWithLabels(m: number): number {
  const flaggedRate = 0.05 * 0.9 + 0.95 * 0.03;
  const scale = 1e6;
  const found = correctedRate({
    flagged: { k: Math.round(flaggedRate * 63 * scale), n: 63 * scale },
    specificity: { k: Math.round(0.97 * m * scale), n: m * scale },
    sensitivity: { k: Math.round(0.9 * m * scale), n: m * scale },
  });
  return (found.value?.standardError ?? Number.NaN) * Math.sqrt(scale);
}
const labels = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1];
const judgedLabelled = [1, 0, 1, 0, 0, 1, 1, 0, 1, 1];
const judgedUnlabelled = [1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 1, 1, 1];
const powered = (trust: number | "all" | "labelled") =>
  predictionPoweredRate({ labels, judgedLabelled, judgedUnlabelled, trust });
const correction: Vector[] = [
  ["Rogan-Gladen .12", roganGladen(0.12, { sensitivity: 0.9, specificity: 0.95 }).value, 0.08235294, 8],
  ["Rogan-Gladen .04", roganGladen(0.04, { sensitivity: 0.9, specificity: 0.97 }).value, 0.01149425, 8],
  ["Rogan-Gladen .10", roganGladen(0.1, { sensitivity: 0.8, specificity: 0.98 }).value, 0.1025641, 8],
  ["Lee's example", at(readme, "value", "rate"), 0.166667, 6],
  ...bounds("Lee's example", at(readme, "value", "interval"), 0.056351, 0.262733, 6),
  ["a FAIL rate", at(failures, "value", "rate"), 0.082353, 6],
  ...bounds("a FAIL rate", at(failures, "value", "interval"), 0.004577, 0.155778, 6),
  ["a FAIL rate, delta standard error", at(failures, "value", "standardError"), 0.036074, 6],
  ["spread with 50 labels per class", spreadWithLabels(50), 0.046, 3],
  ["spread with 200 labels per class", spreadWithLabels(200), 0.04, 3],
  ["spread with endless labels", spreadWithLabels(1e6), 0.038, 3],
  ["PPI, people only", at(powered(0), "value", "rate"), 0.6, 10],
  ["PPI, people only, standard error", at(powered(0), "value", "standardError"), 0.16329932, 8],
  ["PPI", at(powered(1), "value", "rate"), 0.65, 10],
  ["PPI, standard error", at(powered(1), "value", "standardError"), 0.18492135, 8],
  ["PPI++ labelled, weight", at(powered("labelled"), "value", "trust"), 0.38888889, 8],
  ["PPI++ labelled", at(powered("labelled"), "value", "rate"), 0.61944444, 8],
  ["PPI++ labelled, standard error", at(powered("labelled"), "value", "standardError"), 0.14286937, 8],
  ["PPI++ pooled, weight", at(powered("all"), "value", "trust"), 0.43168527, 8],
  ["PPI++ pooled", at(powered("all"), "value", "rate"), 0.62158426, 8],
  ["PPI++ pooled, standard error", at(powered("all"), "value", "standardError"), 0.14295864, 8],
];

test.each([...proportions, ...clusters, ...pairs, ...power, ...multiplicity, ...ranks, ...correction])(
  "%s",
  (_name, actual, expected, decimals) => {
    expect(actual).toBeTypeOf("number");
    expect(actual).toBeCloseTo(expected, decimals);
  },
);

test("a judge no better than chance corrects nothing", () => {
  const refused = roganGladen(0.3, { sensitivity: 0.6, specificity: 0.4 });
  expect(refused).toEqual({ value: null, reason: "the judge does no better than chance" });
});

test("a sign flip of the signed-rank example agrees with its enumeration as far as subsets drawn can", () => {
  const differences = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75];
  const flipped = pAbove(subsetMeans(differences.map((total) => ({ total, count: 1 }))), 0);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  let extreme = 0;
  for (let pattern = 0; pattern < 2 ** 15; pattern += 1) {
    const sum = differences.reduce((all, d, bit) => all + (pattern & (1 << bit) ? d : -d), 0);
    if (Math.abs(sum) >= observed) extreme += 1;
  }
  expect(2 * flipped).toBeCloseTo(extreme / 2 ** 15, 2);
});
