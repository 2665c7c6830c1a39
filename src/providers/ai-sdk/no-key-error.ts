import { ModelUnavailableError } from "../model-unavailable-error.ts";

/** A model needs a key that is not in the environment. */
export class NoKeyError extends ModelUnavailableError {
  readonly code = "IB_NO_KEY";

  constructor(modelId: string, variables: readonly string[]) {
    super(`${modelId} needs a key, and ${variables.join(" or ")} is not set.`, {
      hint: `Set ${variables.join(" or ")} in the environment or in .env. \`--dry-run\` needs no key.`,
    });
  }
}
