import { expect, test } from "vitest";
import {
  agreementTable,
  cohenKappa,
  fleissKappa,
  gwetAc1,
  gwetAc1OfMany,
  krippendorffAlpha,
  pairwiseAgreement,
  ratingCounts,
} from "./agreement.ts";
import type { Vector } from "./vector.fixture.ts";

const twoRaters = [
  {
    table: [
      [20, 5],
      [10, 15],
    ],
    kappa: 0.4,
  },
  {
    table: [
      [45, 15],
      [25, 15],
    ],
    kappa: 0.13043478,
  },
  {
    table: [
      [25, 35],
      [5, 35],
    ],
    kappa: 0.25925926,
  },
  {
    table: [
      [40, 10],
      [15, 35],
    ],
    kappa: 0.5,
  },
  {
    table: [
      [118, 5],
      [2, 0],
    ],
    kappa: -0.02339181,
    agreement: 0.944,
    ac1: 0.94077634,
  },
  {
    table: [
      [80, 10],
      [5, 5],
    ],
    kappa: 0.31818182,
    agreement: 0.85,
    ac1: 0.808,
  },
  {
    table: [
      [40, 9],
      [6, 45],
    ],
    kappa: 0.69951923,
    agreement: 0.85,
    ac1: 0.70074813,
  },
] as const;
const fleissTable = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
];
const krippendorff2011 = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
];
const binary = ["0100000010", "1110010000"].map((ratings) => Array.from(ratings, Number));
/** From one row per rater to one row per item. */
function byItem(raters: readonly (readonly (number | null)[])[]): (number | null)[][] {
  return (raters[0] ?? []).map((_, item) => raters.map((ratings) => ratings[item] ?? null));
}
/** Section 0: three repetitions of 3,040 judged results, by pattern. */
const repetitions = Object.entries({
  PPP: 2239,
  NNN: 306,
  FFF: 213,
  FPP: 104,
  NPP: 54,
  FFP: 53,
  NNP: 39,
  PPU: 15,
  FPU: 7,
  FFU: 4,
  FFN: 2,
  FNP: 2,
  PUU: 1,
  FUU: 1,
});
function repeated(categories: readonly ((verdict: string) => boolean)[]): number[][] {
  return repetitions.flatMap(([pattern, times]) =>
    Array.from({ length: times }, () => categories.map((is) => Array.from(pattern).filter(is).length)),
  );
}
const fourVerdicts = repeated(Array.from("PFNU", (letter) => (verdict: string) => verdict === letter));
const failOrNot = repeated([(verdict) => verdict === "F", (verdict) => verdict !== "F"]);
const fourVerdictCodes = repetitions.flatMap(([pattern, times]) =>
  Array.from({ length: times }, () => Array.from(pattern, (verdict) => "PFNU".indexOf(verdict))),
);
const agreement: Vector[] = [
  ...twoRaters.flatMap(({ table, kappa, ...more }): Vector[] => [
    [`Cohen ${JSON.stringify(table)}`, cohenKappa(table).value, kappa, 8],
    ...("ac1" in more
      ? ([
          [`AC1 ${JSON.stringify(table)}`, gwetAc1(table).value, more.ac1, 8],
          [
            `raw agreement ${JSON.stringify(table)}`,
            agreementTable(table).agreed / agreementTable(table).items,
            more.agreement,
            8,
          ],
        ] satisfies Vector[])
      : []),
  ]),
  ["Fleiss", fleissKappa(fleissTable).value, 0.2099307, 8],
  ["Krippendorff 2011 nominal", krippendorffAlpha(byItem(krippendorff2011), "nominal").value, 0.74342105, 8],
  [
    "Krippendorff 2011 interval",
    krippendorffAlpha(byItem(krippendorff2011), "interval").value,
    0.84910714,
    8,
  ],
  ["Krippendorff binary", krippendorffAlpha(byItem(binary), "nominal").value, 0.0952381, 8],
  ["repetitions, pairwise", pairwiseAgreement(ratingCounts(fourVerdicts).paired), 0.937, 3],
  ["repetitions, Fleiss", fleissKappa(fourVerdicts).value, 0.826, 3],
  ["repetitions, Krippendorff", krippendorffAlpha(fourVerdictCodes, "nominal").value, 0.826, 3],
  ["repetitions, AC1", gwetAc1OfMany(fourVerdicts).value, 0.929, 3],
  ["repetitions, FAIL or not, pairwise", pairwiseAgreement(ratingCounts(failOrNot).paired), 0.962, 3],
  ["repetitions, FAIL or not, Fleiss", fleissKappa(failOrNot).value, 0.78, 3],
  ["repetitions, FAIL or not, AC1", gwetAc1OfMany(failOrNot).value, 0.954, 3],
];

test.each(agreement)("%s", (_name, actual, expected, decimals) => {
  expect(actual).toBeTypeOf("number");
  expect(actual).toBeCloseTo(expected, decimals);
});

test("one category only is undefined for every coefficient, with the reason", () => {
  const none = [
    [63, 0],
    [0, 0],
  ];
  const items = Array.from({ length: 63 }, () => [3, 0]);
  for (const result of [
    cohenKappa(none),
    gwetAc1(none),
    fleissKappa(items),
    gwetAc1OfMany(items),
    krippendorffAlpha(
      items.map(() => [0, 0, 0]),
      "ordinal",
    ),
  ]) {
    expect(result).toEqual({ value: null, reason: expect.stringMatching(/one category only/) });
  }
});
