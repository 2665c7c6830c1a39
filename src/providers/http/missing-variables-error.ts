import { ModelUnavailableError } from "../model-unavailable-error.ts";

/** An environment variable that a product's endpoint needs is not set, or is empty. */
export class MissingVariablesError extends ModelUnavailableError {
  readonly code = "IB_MISSING_VARIABLES";

  constructor(variables: readonly string[]) {
    const isOne = variables.length === 1;
    super(
      `The environment variable${isOne ? "" : "s"} ${variables.join(", ")} ${isOne ? "is" : "are"} not set; the product's endpoint cannot be asked without ${isOne ? "it" : "them"}.`,
      { hint: `Set ${isOne ? "it" : "them"} in the environment or in .env. A --dry-run needs no key.` },
    );
  }
}
