import { BenchError } from "../kernel/bench-error.ts";
import { describeImportPlace, type ImportPlace } from "./import-place.ts";

/** A file to be imported is not what its format says; the message has the place and the fault. */
export class BadImportError extends BenchError {
  readonly code = "IB_BAD_IMPORT";

  constructor(place: ImportPlace, problem: string, hint: string, options: ErrorOptions = {}) {
    super(`${describeImportPlace(place)}: ${problem}`, {
      ...options,
      hint: `${hint} Nothing was imported.`,
    });
  }
}
