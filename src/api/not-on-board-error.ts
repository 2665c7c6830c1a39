import { BenchError } from "../kernel/bench-error.ts";

/** A scan was to be published with the tiers of a board that was not made from it. */
export class NotOnBoardError extends BenchError {
  readonly code = "IB_NOT_ON_BOARD";

  constructor(scan: string, board: string) {
    super(`${scan}, as it is on disk, is not among the scans that ${board} was made from.`, {
      hint: "Name that board's own scans, make it again with `invisiblebench leaderboard build`, or leave out --board.",
    });
  }
}
