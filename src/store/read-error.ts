import { ArtifactError } from "./artifact-error.ts";
import { errorCode } from "./error-code.ts";
import { MissingArtifactError } from "./missing-artifact-error.ts";

const MISSING: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission to read it is denied"],
  ["EPERM", "permission to read it is denied"],
  ["EISDIR", "a folder is in the place of the file"],
  ["EIO", "the disk reports an error"],
]);

/** The user's error for a read that the system refused; anything else is passed through as it came. */
export function toReadError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  if (MISSING.has(code)) return new MissingArtifactError(path, { cause: error });
  const problem = PROBLEMS.get(code);
  return problem === undefined ? error : new ArtifactError({ path }, problem, { cause: error });
}
