/** Lets the first call with a prefix go ahead and the others follow when it is back. */
export type WarmUp = <Result>(owner: object, prefix: string, call: () => Promise<Result>) => Promise<Result>;

/**
 * A provider's cache holds a prefix only once a reply to it has begun: calls that share one and leave together all pay
 * in full. What is known about an owner's prefixes goes with the owner.
 */
export function createWarmUp(): WarmUp {
  const prefixesOf = new WeakMap<object, Map<string, Promise<void>>>();
  return async (owner, prefix, call) => {
    const prefixes = prefixesOf.get(owner) ?? new Map<string, Promise<void>>();
    prefixesOf.set(owner, prefixes);
    const first = prefixes.get(prefix);
    if (first !== undefined) {
      await first;
      return call();
    }
    const result = call();
    const settled = () => undefined;
    prefixes.set(prefix, result.then(settled, settled));
    return result;
  };
}
