import type { Leaderboard } from "../schema/leaderboard.ts";
import { contentHash } from "./content-hash.ts";
import { firstDifference } from "./first-difference.ts";

/** Something that keeps a board from being believed. */
export interface BoardProblem {
  /** A file, a field or an item. */
  readonly where: string;
  readonly message: string;
}

/** How a board differs from the one its scans give. */
export function checkBoard(board: Leaderboard, recomputed: Leaderboard): readonly BoardProblem[] {
  const { content_hash: found, ...content } = board;
  const { content_hash: _, ...expected } = recomputed;
  const difference = firstDifference(content, expected);
  const problems: BoardProblem[] = [];
  if (difference !== null) {
    problems.push({
      where: `leaderboard.json, ${difference.path}`,
      message: `the board says ${show(difference.found)}, its scans give ${show(difference.expected)}`,
    });
  }
  if (found !== contentHash(board)) {
    problems.push({
      where: "leaderboard.json, content_hash",
      message: "it is not the hash of the board's content",
    });
  }
  if (board.simulated) {
    problems.push({ where: "leaderboard.json", message: "it is of the simulated world and proves nothing" });
  }
  return problems;
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
