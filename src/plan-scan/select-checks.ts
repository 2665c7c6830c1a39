import { checksMatching } from "../corpus/checks-matching.ts";
import type { Check } from "../schema/check.ts";
import type { ScanProfile } from "../schema/scan-profile.ts";

/** The checks a scan looks at: those of the profile, or those named. */
export function selectChecks(
  checks: Iterable<Check>,
  profile: ScanProfile,
  globs: readonly string[] = [],
): readonly Check[] {
  if (globs.length > 0) return checksMatching(checks, globs);
  return [...checks].filter((check) => profile.dimensions.includes(check.primary_bucket));
}
