import { dirname, join } from "node:path";
import { createExclusively } from "../store/create-exclusively.ts";
import { ensureDirectory } from "../store/ensure-directory.ts";
import { pathExists } from "../store/path-exists.ts";
import { toWriteError } from "../store/write-error.ts";
import { FileExistsError } from "./file-exists-error.ts";
import { STARTER_CONFIG, STARTER_CONFIG_FILE } from "./starter-config.ts";
import { STARTER_POLICY, STARTER_POLICY_FILE } from "./starter-policy.ts";
import { STARTER_SCENARIO_FILE, starterScenario } from "./starter-scenario.ts";
import type { Workshop } from "./workshop.ts";

export interface InitResult {
  readonly directory: string;
  /** What was written, relative to the folder. */
  readonly files: readonly string[];
}

/** A config file, a gate policy and a private scenario pack to start from. Writes over nothing, and then nothing at all. */
export async function init(workshop: Workshop, directory: string): Promise<InitResult> {
  const { canary } = await workshop.corpus();
  const contents = new Map([
    [STARTER_CONFIG_FILE, STARTER_CONFIG],
    [STARTER_POLICY_FILE, STARTER_POLICY],
    [STARTER_SCENARIO_FILE, `${JSON.stringify(starterScenario(canary), null, 2)}\n`],
  ]);
  for (const file of contents.keys()) {
    const path = join(directory, file);
    if (await pathExists(path)) throw new FileExistsError(path);
  }
  for (const [file, content] of contents) await create(join(directory, file), content);
  return { directory, files: [...contents.keys()] };
}

async function create(path: string, content: string): Promise<void> {
  await ensureDirectory(dirname(path));
  const isNew = await createExclusively(path, content).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
  if (!isNew) throw new FileExistsError(path);
}
