import type * as z from "zod";

export type Issue = z.core.$ZodIssue;

/** Issues of the union option that was most likely meant, in place of one issue about all options. */
export function flattenIssues(issues: readonly Issue[]): readonly Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    const meant = issue.errors[nearestOption(issue.errors)];
    if (meant === undefined || meant.some(isOfAnotherKind)) return [issue];
    return flattenIssues(meant).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}

/** The index of the option with the fewest complaints; one of the wrong kind altogether comes last. */
export function nearestOption(errors: readonly (readonly Issue[])[]): number {
  const costs = errors.map((issues) =>
    issues.reduce((sum, issue) => {
      if (isOfAnotherKind(issue)) return sum + 1000;
      return sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 1);
    }, 0),
  );
  return costs.indexOf(Math.min(...costs));
}

function isOfAnotherKind(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value");
}
