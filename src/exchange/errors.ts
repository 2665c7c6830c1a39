import { BenchError } from "../kernel/errors.ts";
import { askIfMeant } from "../text/match/nearest-name.ts";
import { describeImportPlace, type ImportPlace } from "./foreign-conversation.ts";

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

/** A tag was given that the corpus does not declare, so that no check could ever read it. */
export class UnknownTagError extends BenchError {
  readonly code = "IB_UNKNOWN_TAG";

  constructor(tag: string, where: string, similar: readonly string[]) {
    super(`${where}: the corpus has no tag "${tag}".`, {
      hint: `${askIfMeant(similar)}The corpus's tags.yaml declares every tag and says what it means.`,
    });
  }
}

/** A log of Inspect is of one model, and the run has several. */
export class TooManyModelsError extends BenchError {
  readonly code = "IB_TOO_MANY_MODELS";

  constructor(models: readonly string[]) {
    super(`A log of Inspect holds one model, and this run has ${models.length}.`, {
      hint: `Name one with \`model\`: ${models.join(", ")}.`,
    });
  }
}
