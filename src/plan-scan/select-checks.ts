import { BenchError } from "../kernel/bench-error.ts";
import type { Check } from "../schema/check.ts";
import type { ScanProfile } from "../schema/scan-profile.ts";
import { globToRegExp } from "../text/glob.ts";

/** A check was asked for that does not exist. */
export class UnknownCheckError extends BenchError {
  readonly code = "IB_UNKNOWN_CHECK";

  constructor(glob: string, known: readonly string[]) {
    super(`No check matches "${glob}".`, { hint: `Known checks: ${known.join(", ")}.` });
  }
}

/** The checks a scan looks at: those of the profile, or those named. */
export function selectChecks(
  checks: Iterable<Check>,
  profile: ScanProfile,
  globs: readonly string[] = [],
): readonly Check[] {
  const all = [...checks];
  const patterns = globs.map((glob) => {
    const pattern = globToRegExp(glob);
    if (!all.some((check) => pattern.test(check.id)))
      throw new UnknownCheckError(
        glob,
        all.map((check) => check.id),
      );
    return pattern;
  });
  return all.filter((check) =>
    patterns.length > 0
      ? patterns.some((pattern) => pattern.test(check.id))
      : profile.dimensions.includes(check.primary_bucket),
  );
}
