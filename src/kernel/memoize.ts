/**
 * Memoises a function by the identity of its arguments. Keeps the last result of each first argument, as long
 * as that object exists. For slow derivations of a corpus that every run, plan and scan needs.
 */
export function memoize<Parts extends readonly [object, ...object[]], Made>(
  make: (...parts: Parts) => Made,
): (...parts: Parts) => Made {
  const known = new WeakMap<object, { readonly parts: Parts; readonly made: Made }>();
  return (...parts) => {
    const [first] = parts;
    const before = known.get(first);
    if (before?.parts.every((part, index) => part === parts[index])) return before.made;
    const made = make(...parts);
    known.set(first, { parts, made });
    return made;
  };
}
