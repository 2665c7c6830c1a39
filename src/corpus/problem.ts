import { compareText } from "../kernel/order.ts";

/** One problem of a corpus, with its location. */
export interface Problem {
  readonly severity: "error" | "warning";
  /** Permanent and in kebab-case, for example `unknown-key`. */
  readonly code: string;
  /** Relative to the corpus, with forward slashes. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** Counts from 1, in UTF-16 units like editors. */
  readonly column: number;
  readonly message: string;
  /** The offending text on one line, cut at 80 characters. */
  readonly excerpt: string;
  /** The nearest right key or value, or the text to write instead. */
  readonly suggestion?: string;
}

/** Sorts by file, then by place, so that two runs print the same list. */
export function compareProblems(a: Problem, b: Problem): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.code, b.code);
}

/** `file:line:column  error  message`, with the offending text and the nearest right thing beneath. */
export function formatProblems(problems: readonly Problem[]): string {
  return problems.map(formatProblem).join("\n");
}

function formatProblem(problem: Problem): string {
  const place = `${problem.file}:${problem.line}:${problem.column}`;
  const lines = [`${place}  ${problem.severity}  ${problem.message}  [${problem.code}]`];
  if (problem.excerpt !== "") lines.push(`    ${problem.excerpt}`);
  if (problem.suggestion !== undefined) lines.push(`    did you mean ${problem.suggestion}?`);
  return lines.join("\n");
}
