import { expect, test } from "vitest";
import type { Leaderboard } from "../schema/board/leaderboard.ts";
import { CheckId, ModelId } from "../schema/ids.ts";
import type { CalibrationStatus } from "../schema/review/calibration-status.ts";
import { syntheticCorpus, syntheticScan } from "./board-scan.fixture.ts";
import type { HashedScan } from "./board-scan.ts";
import { buildLeaderboard } from "./build-leaderboard.ts";
import { checkBoardStrictly } from "./check-board.ts";
import type { ModelTally } from "./tally-verdicts.ts";

const corpus = syntheticCorpus(32);
const MODEL = ModelId.parse("maker-z/kin");
const scan = syntheticScan({
  corpus,
  seed: "strict",
  models: [{ modelId: MODEL, failureRate: 0.2, hardFailRate: 0 }],
});
const board = buildLeaderboard({ scans: [scan], corpus, calibration: null, allowSimulated: false });
const measured = { items: 1, failures: 0, annotators: 0, kappa: null, recall: null, precision: null };
const calibration: CalibrationStatus = {
  schema_version: 1,
  corpus_version: "1.0.0",
  judge: "maker-z/judge-1",
  checks: Object.fromEntries(board.checks.map(({ mode_id }) => [mode_id, measured])),
};

function strictly(changed: {
  readonly board?: Leaderboard;
  readonly tally?: Partial<ModelTally>;
  readonly calibration?: CalibrationStatus | null;
}): readonly string[] {
  const tally = scan.tallies.get(MODEL);
  if (tally === undefined) throw new RangeError("the scan has no tally");
  const scans: readonly HashedScan[] = [
    { ...scan, tallies: new Map([[MODEL, { ...tally, ...changed.tally }]]) },
  ];
  const status = changed.calibration === undefined ? calibration : changed.calibration;
  return checkBoardStrictly(changed.board ?? board, scans, status, corpus.models).map(
    ({ where, message }) => `${where}: ${message}`,
  );
}

test("a board with evidence, flags and a status for every claim can be published", () => {
  expect(strictly({})).toEqual([]);
});

test("a FAIL without a verified quote is named", () => {
  expect(strictly({ tally: { unquotedFailures: ["a/b.r1#IB-A1"] } })).toEqual([
    "a/b.r1#IB-A1: a FAIL without a verified quote of the assistant",
  ]);
});

test("an adjudication without evidence is named", () => {
  expect(strictly({ tally: { adjudicationsWithoutEvidence: ["a/b.r1#IB-A1"] } })[0]).toContain("adjudicated");
});

test("a claim without a calibration status is named, and so is a status measured with another judge", () => {
  expect(strictly({ calibration: null })).toEqual([
    "calibration: there is no calibration status for any claim",
  ]);
  const { [CheckId.parse("IB-D1")]: _, ...checks } = calibration.checks;
  expect(strictly({ calibration: { ...calibration, checks, judge: "x/other" } })).toEqual([
    "calibration: it was measured with x/other, not with maker-z/judge-1",
    "IB-D1: its claim has no calibration status",
  ]);
});

test("a judge of the subject's own family must be flagged", () => {
  const models = board.models.map((model) => ({ ...model, judge_of_own_family: false }));
  expect(strictly({ board: { ...board, models } })).toEqual([
    "maker-z/kin: judged by maker-z/judge-1, of its own family, which is not flagged",
  ]);
});

test("a policy that stops at the first PASS is not for publication", () => {
  expect(strictly({ board: { ...board, policy: "first_clear" } })[0]).toContain("first_clear loses FAILs");
});
