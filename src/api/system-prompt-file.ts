import { readFile } from "node:fs/promises";
import { NoSuchFileError } from "./no-such-file-error.ts";
import type { Workshop } from "./workshop.ts";

export async function configuredPrompt({ config, fromConfig }: Workshop): Promise<string | undefined> {
  return config.system_prompt === undefined ? undefined : fromConfig(config.system_prompt);
}

export async function readPrompt(path: string): Promise<string> {
  return readFile(path, "utf8").catch((cause: unknown) => {
    throw new NoSuchFileError(path, { cause });
  });
}
