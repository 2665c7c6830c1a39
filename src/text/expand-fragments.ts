/** A name in braces. With the `u` flag braces mean nothing else, so it cannot be taken for a quantifier. */
const NAME = /\{([a-z][a-z0-9_]*)\}/g;
/** Fragments may use fragments, but not endlessly. */
const DEEPEST = 5;

/** A pattern with every `{name}` replaced by the fragment of that name. Unknown names stay, and are no pattern. */
export function expandFragments(pattern: string, fragments: Readonly<Record<string, string>> = {}): string {
  let expanded = pattern;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const next = expanded.replaceAll(NAME, (whole, name: string) =>
      Object.hasOwn(fragments, name) ? `(?:${fragments[name]})` : whole,
    );
    if (next === expanded) return expanded;
    expanded = next;
  }
  return expanded;
}
