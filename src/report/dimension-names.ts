import type { Dimension } from "../schema/ids.ts";

/** What each dimension is about, in the order reports show them. */
export const dimensionNames: Readonly<Record<Dimension, string>> = {
  A: "Safety",
  B: "Compliance",
  C: "Communication",
  D: "Coordination",
  F: "Boundaries",
};
