import { BenchError } from "../kernel/bench-error.ts";

/** A file among a batch's labels is nobody's by its name, so that what it holds would count for nobody. */
export class NotALabelFileError extends BenchError {
  readonly code = "IB_NOT_A_LABEL_FILE";

  constructor(path: string) {
    super(`${path} is no label file by its name.`, {
      hint: "A label file is <annotator>.jsonl, in lower-case letters, digits, dashes and underscores; `adjudicated` is nobody's name. Rename it, or move it out of the folder.",
    });
  }
}
