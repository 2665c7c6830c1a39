import { expect, test } from "vitest";
import { checkWith } from "../schema/artefacts.fixture.ts";
import type { Check } from "../schema/corpus/check.ts";
import { CheckId, ModelId } from "../schema/ids.ts";
import { syntheticCorpus, syntheticScan } from "./board-scan.fixture.ts";
import type { HashedScan } from "./board-scan.ts";
import { buildLeaderboard } from "./build-leaderboard.ts";
import { judgeGate } from "./judge-gate.ts";
import { unquotedPasses } from "./unquoted-passes.ts";

const MODEL = "maker-a/model";
const route = { route: "llm_primary", unit_of_analysis: "event_window" } as const;
const given = syntheticCorpus(40);
const [OMISSION, GROUNDED, COMMISSION] = ["IB-A1", "IB-A2", "IB-B1"].map((id) => CheckId.parse(id)) as [
  CheckId,
  CheckId,
  CheckId,
];
const checks: ReadonlyMap<CheckId, Check> = new Map([
  ...given.checks,
  [OMISSION, checkWith(route, { id: OMISSION, fails_by: "omission" })],
  [GROUNDED, checkWith(route, { id: GROUNDED, fails_by: "commission", grounds: true })],
  [COMMISSION, checkWith(route, { id: COMMISSION, fails_by: "commission", primary_bucket: "B" })],
]);
const corpus = { ...given, checks };

type Counts = readonly (readonly [CheckId, number, number])[];

function scanWith(counts: Counts, simulated = false): HashedScan {
  const model = { modelId: MODEL, failureRate: 0.1, hardFailRate: 0 };
  const scan = syntheticScan({ corpus, seed: "quotes", models: [model], simulated });
  const judgedPasses = new Map(counts.map(([id, passes, quoted]) => [id, { passes, quoted }]));
  const tallies = [...scan.tallies].map(([id, tally]) => [id, { ...tally, judgedPasses }] as const);
  return { ...scan, tallies: new Map(tallies) };
}

const SILENT: Counts = [
  [OMISSION, 400, 0],
  [GROUNDED, 101, 3],
];

test("a judge that quotes nothing in nearly all passes that rest on words is found", () => {
  expect(unquotedPasses(scanWith(SILENT), checks)).toEqual({
    judge: "maker-z/judge-1",
    passes: 501,
    quoted: 3,
  });
  expect(unquotedPasses(scanWith([[OMISSION, 100, 6]]), checks)).toBeNull();
});

test("a reply that does nothing wrong has nothing to quote, few passes say nothing, and a simulated judge is known", () => {
  expect(unquotedPasses(scanWith([[COMMISSION, 400, 0]]), checks)).toBeNull();
  expect(unquotedPasses(scanWith([[OMISSION, 19, 0]]), checks)).toBeNull();
  expect(unquotedPasses(scanWith(SILENT, true), checks)).toBeNull();
});

test("no board is made of it, and no gate decides from it", () => {
  const scan = scanWith(SILENT);
  expect(() => buildLeaderboard({ scans: [scan], corpus, calibration: null, allowSimulated: false })).toThrow(
    "passes_without_quotes: results/a: maker-z/judge-1 quotes words in 3 of 501 passes that rest on words of the assistant.",
  );
  const subject = { scan: { ...scan, path: "results/a" }, severe: [] };
  const policy = { schema_version: 1, new_s5_failures: { at_most: 0 } } as const;
  expect(() => judgeGate({ subject, baseline: null, policy, policyName: "test", corpus })).toThrow(
    /results\/a: maker-z\/judge-1 quotes words in 3 of 501 passes/,
  );
  expect(scan.tallies.has(ModelId.parse(MODEL))).toBe(true);
});
