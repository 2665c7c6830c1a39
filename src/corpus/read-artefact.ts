import type * as z from "zod";
import { explainIssue, pathOf } from "./explain-issue.ts";
import { flattenIssues, type Issue } from "./flatten-issues.ts";
import type { Problem } from "./problem.ts";
import { type Salvaged, salvage } from "./salvage.ts";
import type { SourceFile } from "./source-file.ts";

/** One file of a corpus, as far as it could be understood. */
export interface Artefact<Value> {
  readonly source: SourceFile;
  /** `null` where the file has any error. */
  readonly value: Value | null;
  /** What of it can be trusted; all of it where `value` is set. */
  readonly draft: Salvaged<Value>;
  readonly problems: readonly Problem[];
}

/** Validates a parsed file: every mistake in it becomes a problem. */
export function readArtefact<Value>(source: SourceFile, schema: z.ZodType<Value>): Artefact<Value> {
  if (source.value === undefined) {
    return { source, value: null, draft: salvage<Value>(undefined, []), problems: source.problems };
  }
  const parsed = schema.safeParse(source.value);
  if (parsed.success) {
    const value = source.problems.length === 0 ? parsed.data : null;
    return { source, value, draft: salvage<Value>(parsed.data, []), problems: source.problems };
  }
  const issues = flattenIssues(parsed.error.issues);
  const problems = withoutMisspeltTwins(
    issues.map((issue) => ({ issue, problems: explainIssue(source, schema, issue) })),
  );
  return {
    source,
    value: null,
    draft: salvage<Value>(source.value, issues),
    problems: [...source.problems, ...problems],
  };
}

interface Explained {
  readonly issue: Issue;
  readonly problems: readonly Problem[];
}

/** A misspelt required key is one mistake, not an unknown key and a missing one. */
function withoutMisspeltTwins(explained: readonly Explained[]): readonly Problem[] {
  const misspelt = new Set(
    explained.flatMap(({ issue, problems }) =>
      issue.code === "unrecognized_keys"
        ? problems.map((problem) => JSON.stringify([pathOf(issue), problem.suggestion ?? ""]))
        : [],
    ),
  );
  return explained.flatMap(({ issue, problems }) => {
    const path = pathOf(issue);
    const isTwin = misspelt.has(JSON.stringify([path.slice(0, -1), `"${path.at(-1)}"`]));
    return problems.filter((problem) => problem.code !== "missing-key" || !isTwin);
  });
}
