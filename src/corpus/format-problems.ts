import type { Problem } from "./problem.ts";

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
