type MaybeUndefined<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** `T` without `undefined` among its values. */
type Defined<T> = { [K in Exclude<keyof T, MaybeUndefined<T>>]: T[K] } & {
  [K in MaybeUndefined<T>]?: Exclude<T[K], undefined>;
};

/** The object without the keys whose value is undefined: an option that is absent takes its default. */
export function defined<T extends object>(object: T): Defined<T> {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  // Safe: dropped keys are undefined, as the type says.
  return Object.fromEntries(entries) as Defined<T>;
}
