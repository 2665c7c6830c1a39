import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { errorCode } from "./error-code.ts";
import { toReadError } from "./read-error.ts";

/** Undefined where there is no such file. The option of `stat` for this is younger than the oldest Node we run on. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw toReadError(error, path);
  }
}
