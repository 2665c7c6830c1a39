import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

/** A small corpus without an error or a warning. */
export const VALID_CORPUS = fileURLToPath(new URL("../fixtures/corpus/valid", import.meta.url));
/** A corpus with the mistakes that its MISTAKES.md lists. */
export const BROKEN_CORPUS = fileURLToPath(new URL("../fixtures/corpus/twelve-mistakes", import.meta.url));

export interface CorpusCopy extends TemporaryFolder {
  /** Rewrites one file. */
  edit(file: string, change: (text: string) => string): Promise<void>;
}

/** A copy of the valid corpus, to be damaged. */
export async function corpusCopy(): Promise<CorpusCopy> {
  const folder = await temporaryFolder();
  await cp(VALID_CORPUS, folder.path, { recursive: true });
  return {
    ...folder,
    edit: async (file, change) => {
      const path = join(folder.path, file);
      await writeFile(path, change(await readFile(path, "utf8")));
    },
  };
}
