import { BenchError } from "../kernel/bench-error.ts";

/** The corpus folder is absent, is not a folder, or cannot be read. */
export class NoCorpusError extends BenchError {
  readonly code = "IB_NO_CORPUS";
  readonly root: string;

  constructor(root: string, why: "absent" | "not a folder" | "unreadable", options: ErrorOptions = {}) {
    const what = {
      absent: `There is no corpus folder ${root}.`,
      "not a folder": `${root} is not a folder, so it is not a corpus.`,
      unreadable: `The corpus folder ${root} cannot be read.`,
    }[why];
    super(what, { ...options, hint: "Name the folder that holds scenarios/ and checks/ with --corpus." });
    this.root = root;
  }
}
