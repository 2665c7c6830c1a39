import { defineErrors } from "../kernel/define-errors.ts";
import { ExitCode } from "../kernel/errors.ts";
import { askIfMeant } from "../text/match/nearest-name.ts";

export const planRunErrors = defineErrors({
  /** The selection matches nothing, so there is no work to do. */
  // @param similar names that may have been meant
  // @param listed where such names are found
  IB_NOTHING_SELECTED: (
    message: string,
    similar: readonly string[] = [],
    listed: "scenarios" | "tags" = "scenarios",
  ) => {
    const shown =
      listed === "tags"
        ? 'Use `bench.list("tags")` to see them, and what they mean.'
        : 'Use `bench.list("scenarios")` to see the ids, categories and statuses.';
    return [message, { hint: `${askIfMeant(similar)}${shown}`, exitCode: ExitCode.incomplete }];
  },

  /** A router is set, but some branch points do not say what their ways mean. */
  // @param places the turns, as people name them
  IB_WAYS_WITHOUT_MEANING: (places: readonly string[]) => [
    `A router can only be asked about ways that say what they mean: ${places.join(", ")} do not.`,
    "Say under means what the reply did, for every branch of such a turn and for the turn itself; or leave out `router`.",
  ],

  /** A product is set, but the corpus has no text that describes a product to the model. */
  IB_UNTOLD_PRODUCT: () => [
    "The corpus does not say how a model is told what it is offered as.",
    "Give it a configs/duties.yaml, as the shipped corpus has; or say `noticeOutside`, where notices are shown outside the conversation.",
  ],

  /** A product is set without a place, or with an unknown one. */
  // @param place as it was given; undefined where it or the product is missing
  IB_PRODUCT_PLACE: (place: string | undefined) => [
    place === undefined
      ? "A product is offered somewhere, and its notices are those of that place: one of the two was not named."
      : `"${place}" is no place: it is an ISO 3166 code, such as us-ny or de, or eu.`,
    "Name the product and its place together: `product: companion, place: us-ny`.",
  ],
});
