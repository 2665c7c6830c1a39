/** Ends a `switch` so that a new variant is a compile error. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled variant: ${JSON.stringify(value)}`);
}
