type Parts = Readonly<Record<string, string>>;

/** Part of the scoring fingerprint: raised whenever the same votes or text could give another verdict or score. */
export const SCORER_VERSION = "4.0.0";

/** The names of the parts in which two fingerprints differ, apart from those that may. */
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

/** What differs where people decided verdicts on one side, or others on the other. */
export const PEOPLE_PART = "scoring.people";
