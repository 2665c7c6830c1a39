import { access } from "node:fs/promises";
import { errorCode } from "./error-code.ts";
import { toReadError } from "./read-error.ts";

export async function pathExists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw toReadError(error, path);
  }
}
