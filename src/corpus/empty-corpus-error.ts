import { BenchError } from "../kernel/bench-error.ts";

/** A corpus folder holds no scenarios or no checks, so there is nothing to run. */
export class EmptyCorpusError extends BenchError {
  readonly code = "IB_EMPTY_CORPUS";
  readonly root: string;

  constructor(root: string, missing: "scenarios" | "checks") {
    const pattern = missing === "scenarios" ? "scenarios/<category>/<theme>/*.json" : "checks/*.yaml";
    super(`The corpus ${root} has no ${missing}.`, { hint: `A corpus needs at least one file ${pattern}.` });
    this.root = root;
  }
}
