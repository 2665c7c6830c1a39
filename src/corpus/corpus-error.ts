import { BenchError } from "../kernel/bench-error.ts";
import { formatProblems } from "./format-problems.ts";
import type { Problem } from "./problem.ts";

/** A corpus has errors; the message lists all of them, with file, line and column. */
export class CorpusError extends BenchError {
  readonly code = "IB_BAD_CORPUS";
  readonly problems: readonly Problem[];

  constructor(root: string, problems: readonly Problem[]) {
    const count = problems.length === 1 ? "one error" : `${problems.length} errors`;
    super(`The corpus ${root} has ${count}:\n${formatProblems(problems)}`, {
      hint: "Mend the files above; `invisiblebench lint` checks them again, and more.",
    });
    this.problems = problems;
  }
}
