type Parts = Readonly<Record<string, string>>;

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
