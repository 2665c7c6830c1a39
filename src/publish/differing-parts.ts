/** The names of the parts in which two fingerprints differ, apart from those that may. */
export function differingParts(
  first: Readonly<Record<string, string>>,
  second: Readonly<Record<string, string>>,
  mayDiffer: readonly string[] = [],
): readonly string[] {
  return [...new Set([...Object.keys(first), ...Object.keys(second)])]
    .filter((part) => !mayDiffer.includes(part) && first[part] !== second[part])
    .toSorted();
}
