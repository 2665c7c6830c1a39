import { modelFamily } from "../domain/models.ts";
import { firstDifference, type ValueDifference } from "../kernel/first-difference.ts";
import type { Leaderboard } from "../schema/board/leaderboard.ts";
import type { CalibrationStatus } from "../schema/review/calibration-status.ts";
import { BOARD_FILES } from "../store/layout.ts";
import { type BoardScan, modelsOf } from "./board-scan.ts";
import { contentHash } from "./build-leaderboard.ts";

/** A reason not to believe a board. */
export interface BoardProblem {
  /** A file, a field or an item. */
  readonly where: string;
  readonly message: string;
}

/** Lists the differences between a board and the one that its scans give. */
export function checkBoard(board: Leaderboard, recomputed: Leaderboard): readonly BoardProblem[] {
  const { content_hash: found, ...content } = board;
  const { content_hash: _, ...expected } = recomputed;
  const difference = firstDifference(content, expected);
  const problems: BoardProblem[] = [];
  if (difference !== null) {
    problems.push({
      where: `${BOARD_FILES.board}, ${pathText(difference.path)}`,
      message: `the board says ${show(difference.found)}, its scans give ${show(difference.expected)}`,
    });
  }
  if (found !== contentHash(board)) {
    problems.push({
      where: `${BOARD_FILES.board}, content_hash`,
      message: "it is not the hash of the board's content",
    });
  }
  if (board.simulated) {
    problems.push({ where: BOARD_FILES.board, message: "it is of the simulated world and proves nothing" });
  }
  return problems;
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/** A judge that stops at the first PASS can lose FAILs but not gain any. */
const ONE_SIDED_POLICIES: readonly string[] = ["first_clear"];

/** Lists reasons not to publish a board that is otherwise correct. */
export function checkBoardStrictly(
  board: Leaderboard,
  scans: readonly BoardScan[],
  calibration: CalibrationStatus | null,
  catalog: Parameters<typeof modelFamily>[1],
): readonly BoardProblem[] {
  return [
    ...(board.example === undefined
      ? []
      : [{ where: BOARD_FILES.board, message: `it is an example and no result: ${board.example}` }]),
    ...modelsOf(scans).flatMap(({ modelId, scan }) => {
      const tally = scan.tallies.get(modelId);
      return [
        ...(tally?.unquotedFailures ?? []).map((where) => ({
          where,
          message: "a FAIL without a verified quote of the assistant",
        })),
        ...(tally?.adjudicationsWithoutEvidence ?? []).map((where) => ({
          where,
          message: "to be adjudicated, and no evidence to adjudicate it by",
        })),
      ];
    }),
    ...unflaggedJudges(board, catalog),
    ...uncalibratedClaims(board, calibration),
    ...(ONE_SIDED_POLICIES.includes(board.policy)
      ? [
          {
            where: `${BOARD_FILES.board}, policy`,
            message: `${board.policy} loses FAILs; scan with the publish profile`,
          },
        ]
      : []),
  ];
}

function unflaggedJudges(
  { judge, models }: Leaderboard,
  catalog: Parameters<typeof modelFamily>[1],
): readonly BoardProblem[] {
  if (judge === null) return [{ where: `${BOARD_FILES.board}, judge`, message: "nobody judged" }];
  const family = modelFamily(judge, catalog);
  return models
    .filter((model) => modelFamily(model.model_id, catalog) === family && !model.judge_of_own_family)
    .map((model) => ({
      where: model.model_id,
      message: `judged by ${judge}, of its own family, which is not flagged`,
    }));
}

/** Lists claims without a measured status. Without one, it is unknown whether the claim may be made. */
function uncalibratedClaims(
  { checks, judge }: Leaderboard,
  calibration: CalibrationStatus | null,
): readonly BoardProblem[] {
  if (calibration === null) {
    return [{ where: "calibration", message: "there is no calibration status for any claim" }];
  }
  const problems = checks
    .filter(({ mode_id }) => calibration.checks[mode_id] === undefined)
    .map(({ mode_id }) => ({ where: mode_id, message: "its claim has no calibration status" }));
  if (calibration.judge === judge) return problems;
  const message =
    calibration.judge === null
      ? `no verdicts of ${judge} were compared with people's labels`
      : `it was measured with ${calibration.judge}, not with ${judge}`;
  return [{ where: "calibration", message }, ...problems];
}

/** Formats a path, such as `models[2].overall.mean`. */
function pathText(path: ValueDifference["path"]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${key}`))
    .join("");
}
