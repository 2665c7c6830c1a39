import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod";
import { messageOf } from "../kernel/errors.ts";
import type { Problem } from "./problem.ts";
import { explainIssue, pathOf } from "./read/explain-issue.ts";
import { isAbsent } from "./read/list-corpus-files.ts";
import { childValue, flattenIssues, type SchemaIssue } from "./read/schema-issues.ts";
import { parseSource, problemWithFile, type SourceFile } from "./read/source-file.ts";

/** One file of a corpus, as far as it could be parsed. */
export interface Artefact<Value> {
  readonly source: SourceFile;
  /** `null` if the file has any error. */
  readonly value: Value | null;
  /** The part that can be trusted; all of it if `value` is set. */
  readonly draft: PartialAnswer<Value>;
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
  readonly issue: SchemaIssue;
  readonly problems: readonly Problem[];
}

/** Reports a misspelt required key as one mistake, not as an unknown key and a missing one. */
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

/** Ten times the longest scenario that a person would write by hand. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Reads and parses one file; a file that cannot be read is one with a problem. */
export async function readSource(root: string, file: string, signal?: AbortSignal): Promise<SourceFile> {
  signal?.throwIfAborted();
  try {
    const { size } = await stat(join(root, file));
    if (size > MAX_BYTES)
      return unreadable(file, "file-too-large", `the file is larger than ${MAX_BYTES} bytes`);
    const bytes = await readFile(join(root, file), { signal });
    return parseSource(file, new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    signal?.throwIfAborted();
    if (isAbsent(error)) return unreadable(file, "missing-file", "the file is missing");
    if (error instanceof TypeError) return unreadable(file, "not-utf8", "the file is not UTF-8 text");
    if (error instanceof Error && "syscall" in error) {
      return unreadable(file, "unreadable-file", `the file cannot be read: ${messageOf(error)}`);
    }
    throw error;
  }
}

function unreadable(file: string, code: string, message: string): SourceFile {
  const problem: Problem = problemWithFile(file, { code, message });
  const nowhere = { line: 1, column: 1, text: "" };
  return { file, value: undefined, problems: [problem], locate: () => nowhere, locateKey: () => nowhere };
}

/** A value without the parts that its schema refused: any part may be missing. List positions are kept. */
export type PartialAnswer<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly (PartialAnswer<Item> | undefined)[]
    : { readonly [Key in keyof Value]?: PartialAnswer<Value[Key]> | undefined };

/**
 * Keeps the trustworthy parts of a value that its schema refused, so that one mistake in a file does not hide
 * the others.
 */
function salvage<Value>(value: unknown, issues: readonly SchemaIssue[]): PartialAnswer<Value> {
  let root: unknown = issues.length === 0 ? value : structuredClone(value);
  for (const issue of issues) {
    const path = pathOf(issue);
    if (issue.code === "custom") continue;
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) remove(root, [...path, key]);
    } else if (issue.code === "invalid_union" && issue.discriminator !== undefined) {
      // Validation did not look inside an object of unknown kind.
      root = removeFrom(root, path.slice(0, -1));
    } else {
      root = removeFrom(root, path);
    }
  }
  // Safe: every part the schema refused is gone, and the type lets any part be missing.
  return (typeof root === "object" && root !== null ? root : {}) as PartialAnswer<Value>;
}

function removeFrom(root: unknown, path: readonly (string | number)[]): unknown {
  if (path.length === 0) return undefined;
  remove(root, path);
  return root;
}

function remove(root: unknown, path: readonly (string | number)[]): void {
  const parent = path.slice(0, -1).reduce<unknown>(childValue, root);
  const last = path.at(-1);
  if (typeof parent !== "object" || parent === null || last === undefined) return;
  if (Array.isArray(parent)) parent[Number(last)] = undefined;
  else Reflect.deleteProperty(parent, last);
}
