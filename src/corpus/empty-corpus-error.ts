import { BenchError } from "../kernel/bench-error.ts";

export class EmptyCorpusError extends BenchError {
  readonly code = "IB_EMPTY_CORPUS";
  readonly root: string;

  constructor(root: string, missing: "scenarios" | "checks") {
    const pattern = missing === "scenarios" ? "scenarios/<category>/<theme>/*.json" : "checks/*.yaml";
    super(`The corpus ${root} has no ${missing}.`, { hint: `A corpus needs at least one file ${pattern}.` });
    this.root = root;
  }
}
