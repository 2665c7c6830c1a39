import { expect, test } from "vitest";
import { CheckId, type Severity } from "../schema/ids.ts";
import { planLabels } from "./label-plan.ts";

const checkOf = (id: string, parts: Partial<Parameters<typeof planLabels>[0][number]> = {}) => ({
  check: CheckId.parse(id),
  severity: "S4" as Severity,
  gate: false,
  sizes: null,
  calibration: undefined,
  ...parts,
});
const scanned = new Map([
  ["PASS", 1000],
  ["PASS split", 60],
  ["FAIL", 85],
  ["UNCLEAR", 20],
]);
const measured = { items: 60, failures: 20, annotators: 2, kappa: 0.7, recall: 0.9, precision: 0.9 };

test("without a scan it is what a claim takes at the very least, read by two people", () => {
  const { checks, total } = planLabels([checkOf("IB-A1")], 3);
  expect(checks[0]).toMatchObject({ items: 80, labels: 160, hours: 8, verdicts: null, reachable: null });
  expect(total).toEqual({ items: 80, labels: 160, hours: 8 });
});

test("a scan says how rare failures are, and so how many items it takes to meet thirty", () => {
  const [row] = planLabels([checkOf("IB-A1", { sizes: scanned })], 3).checks;
  expect(row?.items).toBeGreaterThan(80);
  expect(row?.items).toBeLessThan(400);
  expect(row?.expectedFailures).toBeGreaterThan(30);
  expect(row).toMatchObject({ verdicts: 1165, reachable: true });
});

test("labels so far are taken off, and what labels alone do not mend is said", () => {
  const calibration = { ...measured, recall: 0.6 };
  const [begun] = planLabels([checkOf("IB-A1", { sizes: scanned, calibration })], 3).checks;
  const [fresh] = planLabels([checkOf("IB-A1", { sizes: scanned })], 3).checks;
  expect(begun?.items).toBeLessThan(fresh?.items ?? 0);
  expect(begun?.alsoMissing).toEqual(["recall: 0.60, at least 0.85 needed"]);
  const done = { ...measured, items: 80, failures: 30 };
  expect(planLabels([checkOf("IB-A1", { sizes: scanned, calibration: done })], 3).checks[0]).toMatchObject({
    items: 0,
    labels: 0,
    hours: 0,
    reachable: true,
    alsoMissing: [],
  });
});

test("a scan with too few failures, or none of the check, does not get there", () => {
  const few = checkOf("IB-A1", { sizes: new Map([["PASS", 500]]) });
  const none = checkOf("IB-A2", { sizes: new Map() });
  const { checks } = planLabels([few, none], 3);
  expect(checks).toMatchObject([
    { items: 500, reachable: false },
    { items: 80, reachable: false, verdicts: 0, expectedFailures: 0 },
  ]);
});

test("gates come first, then the gravest, then by number", () => {
  const { checks } = planLabels(
    [
      checkOf("IB-C1", { severity: "S5" }),
      checkOf("IB-A10", { severity: "S5", gate: true }),
      checkOf("IB-A2", { severity: "S5", gate: true }),
      checkOf("IB-B1", { severity: "S4_GATE", gate: true }),
      checkOf("IB-D1", { severity: "S2" }),
    ],
    1,
  );
  expect(checks.map(({ check }) => check)).toEqual(["IB-A2", "IB-A10", "IB-B1", "IB-C1", "IB-D1"]);
});
