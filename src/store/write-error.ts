import { CannotWriteError } from "./cannot-write-error.ts";
import { DiskFullError } from "./disk-full-error.ts";
import { errorCode } from "./error-code.ts";

const DISK_FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "the system does not permit it"],
  ["EROFS", "the file system is read-only"],
  ["ENOTDIR", "a part of the path is a file, not a folder"],
  ["EEXIST", "a file is in the place of a folder"],
  ["EISDIR", "a folder is in the place of the file"],
  ["ENOENT", "the folder is gone"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ELOOP", "its links go in a circle"],
  ["EBUSY", "it is in use"],
  ["EIO", "the disk reports an error"],
  ["EFBIG", "the file would be too large"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
]);

/** The user's error for a write that the system refused; anything else is passed through as it came. */
export function toWriteError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  if (DISK_FULL.has(code)) return new DiskFullError(path, { cause: error });
  const reason = REASONS.get(code);
  return reason === undefined ? error : new CannotWriteError(path, reason, { cause: error });
}
