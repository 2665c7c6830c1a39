import { link as linkFile, rm, writeFile } from "node:fs/promises";
import { errorCode } from "./error-code.ts";
import { temporaryPath } from "./temporary-file.ts";

const NO_HARD_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/**
 * True if this call made the file, false if it was there. The file appears with its content, because it is
 * linked into place when complete; where the file system has no hard links it is created and then filled.
 */
export async function createExclusively(path: string, content: string, link = linkFile): Promise<boolean> {
  const temporary = temporaryPath(path);
  try {
    await writeFile(temporary, content, { flag: "wx" });
    return await unlessItExists(async () => {
      try {
        await link(temporary, path);
      } catch (error) {
        if (!NO_HARD_LINKS.has(errorCode(error) ?? "")) throw error;
        await writeFile(path, content, { flag: "wx" });
      }
    });
  } finally {
    await rm(temporary, { force: true });
  }
}

async function unlessItExists(create: () => Promise<void>): Promise<boolean> {
  try {
    await create();
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}
