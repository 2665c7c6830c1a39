import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Texts by key, one file each. A file is written whole or not at all; who comes last wins. */
export interface CacheDirectory {
  read(key: string): Promise<string | undefined>;
  write(key: string, text: string): Promise<void>;
}

export function openCacheDirectory(directory: string): CacheDirectory {
  const pathOf = (key: string) => join(directory, key.slice(0, 2), `${key}.json`);
  return {
    async read(key) {
      try {
        return await readFile(pathOf(key), "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      }
    },
    async write(key, text) {
      const path = pathOf(key);
      const temporary = `${path}.${randomUUID()}.tmp`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(temporary, text);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
}
