import { expect, test } from "vitest";
import { missingForClaim } from "./claims.ts";

const enough = { items: 80, failures: 30, annotators: 2, kappa: 0.65, recall: 0.85, precision: 0.8 };

test("a check that reaches every bar is ready to be claimed", () => {
  expect(missingForClaim(enough)).toEqual([]);
});

test.for([
  ["items", 79, "labelled items: 79, at least 80 needed"],
  ["failures", 29, "labelled FAILs: 29, at least 30 needed"],
  ["annotators", 1, "independent human annotators: 1, at least 2 needed"],
  ["kappa", 0.6499, "kappa between annotators: 0.65, at least 0.65 needed"],
  ["recall", 0.84, "recall: 0.84, at least 0.85 needed"],
  ["precision", null, "precision: undefined, at least 0.8 needed"],
] as const)("a check that lacks %s says so", ([quantity, value, said]) => {
  expect(missingForClaim({ ...enough, [quantity]: value })).toEqual([said]);
});

test("a check nobody labelled says what a claim takes", () => {
  const nothing = { items: 0, failures: 0, annotators: 0, kappa: null, recall: null, precision: null };
  for (const calibration of [undefined, nothing]) {
    expect(missingForClaim(calibration)).toEqual([
      "80 labelled items with 30 FAILs by 2 independent human annotators, kappa 0.65, recall 0.85 and precision 0.8: none so far",
    ]);
  }
});
