type Parts = Readonly<Record<string, string>>;

/** Part of the scoring fingerprint. Raise it when the same votes or text could give another verdict or score. */
export const SCORER_VERSION = "4.0.0";

/** The names of the parts in which two fingerprints differ, except those that may differ. */
export function differingParts(
  first: Parts,
  second: Parts,
  mayDiffer: Iterable<string> = [],
): readonly string[] {
  const allowed = new Set(mayDiffer);
  return [...new Set([...Object.keys(first), ...Object.keys(second)])]
    .filter((part) => !allowed.has(part) && first[part] !== second[part])
    .toSorted();
}

/** The part that differs if people decided verdicts on one side, or different ones on the other. */
export const PEOPLE_PART = "scoring.people";
