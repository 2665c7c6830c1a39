/**
 * A function that makes the same of the same objects: what it made of those it was last given the first of is kept for as long
 * as that object is there. For what takes long to make of a corpus, and is asked for by every run, plan and scan.
 */
export function madeOnce<Parts extends readonly [object, ...object[]], Made>(
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
