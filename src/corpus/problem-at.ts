import type { Problem } from "./problem.ts";
import type { SourceFile } from "./source-file.ts";
import type { SourcePath } from "./source-node.ts";

interface Finding {
  /** An error unless it says otherwise. */
  readonly severity?: Problem["severity"];
  readonly code: string;
  readonly message: string;
  /** The nearest right name, if there is one. */
  readonly nearest?: string | undefined;
}

/** A problem with the value at a path of a file. */
export function problemAt(source: SourceFile, path: SourcePath, finding: Finding): Problem {
  const { line, column, text } = source.locate(path);
  return {
    severity: finding.severity ?? "error",
    code: finding.code,
    file: source.file,
    line,
    column,
    message: finding.message,
    excerpt: text,
    ...(finding.nearest === undefined ? {} : { suggestion: `"${finding.nearest}"` }),
  };
}

/** A problem with a file as a whole, for one that could not be read. */
export function problemWithFile(file: string, finding: Finding): Problem {
  const { severity = "error", code, message } = finding;
  return { severity, code, file, line: 1, column: 1, message, excerpt: "" };
}
