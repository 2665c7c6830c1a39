import { BenchError } from "../kernel/bench-error.ts";
import type { Check } from "../schema/check.ts";
import { globToRegExp } from "../text/glob.ts";

/** A check was asked for that does not exist. */
export class UnknownCheckError extends BenchError {
  readonly code = "IB_UNKNOWN_CHECK";

  constructor(glob: string, known: readonly string[]) {
    super(`No check matches "${glob}".`, { hint: `Known checks: ${known.join(", ")}.` });
  }
}

/** The checks that any of these patterns names, or all without one; a pattern that names none is refused. */
export function checksMatching(checks: Iterable<Check>, globs: readonly string[]): readonly Check[] {
  const all = [...checks];
  const patterns = globs.map((glob) => {
    const pattern = globToRegExp(glob);
    if (all.some(({ id }) => pattern.test(id))) return pattern;
    throw new UnknownCheckError(
      glob,
      all.map(({ id }) => id),
    );
  });
  return patterns.length === 0 ? all : all.filter(({ id }) => patterns.some((pattern) => pattern.test(id)));
}
