import type { Finding } from "../../../../src/site/describe-finding.ts";

/** Puts the worst finding of each check first, keeping the order, so that one frequent failure does not hide the others. */
export function variedFirst<Item extends Pick<Finding, "mode_id">>(
  findings: readonly Item[],
): readonly Item[] {
  const seen = new Set<string>();
  const [first, rest]: [Item[], Item[]] = [[], []];
  for (const finding of findings) {
    (seen.has(finding.mode_id) ? rest : first).push(finding);
    seen.add(finding.mode_id);
  }
  return [...first, ...rest];
}
