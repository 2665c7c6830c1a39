import { hashOf } from "../kernel/hash.ts";
import type { Fingerprint } from "../schema/fingerprint.ts";
import { Sha256 } from "../schema/ids.ts";
import { differingParts } from "./keep-run-plan.ts";
import { UnlikeRunsError } from "./unlike-runs-error.ts";

/** In these, and in nothing else, runs that are judged together may differ. */
const MAY_DIFFER: ReadonlySet<string> = new Set(["models", "repeats"]);

/** One fingerprint of runs that were made alike. */
export function joinFingerprints(
  runs: readonly { readonly name: string; readonly fingerprint: Fingerprint }[],
): Fingerprint {
  const [first, ...others] = runs;
  if (first === undefined) throw new Error("there is no run to join");
  for (const other of others) {
    const parts = differingParts(first.fingerprint, other.fingerprint).filter(
      (part) => !MAY_DIFFER.has(part),
    );
    if (parts.length > 0) throw new UnlikeRunsError(first.name, other.name, parts);
  }
  const parts = Object.fromEntries(
    Object.entries(first.fingerprint.parts).map(([name, hash]) => {
      const hashes = [...new Set(runs.map(({ fingerprint }) => fingerprint.parts[name]))].toSorted();
      return [name, hashes.length === 1 ? hash : Sha256.parse(hashOf(hashes))];
    }),
  );
  return { hash: Sha256.parse(hashOf(parts)), parts };
}
