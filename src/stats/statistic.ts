/** A computed value, or why there is none: what cannot be computed is neither 0 nor 1. */
export type Statistic<Value = number> =
  | { readonly value: Value; readonly reason?: never }
  | { readonly value: null; readonly reason: string };
