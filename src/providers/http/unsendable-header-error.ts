import { ModelUnavailableError } from "../model-unavailable-error.ts";

/** A header's value, often a key that was copied with a line break in it, cannot be sent. */
export class UnsendableHeaderError extends ModelUnavailableError {
  readonly code = "IB_UNSENDABLE_HEADER";

  constructor(name: string) {
    super(
      `The value of the header ${name} has a line break or another character in it that no header can carry.`,
      {
        hint: "Look at the environment variable it is made from.",
      },
    );
  }
}
