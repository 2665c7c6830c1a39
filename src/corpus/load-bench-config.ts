import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BenchConfig } from "../schema/corpus/bench-config.ts";
import { ConfigError } from "./errors.ts";
import { formatProblems } from "./problem.ts";

const NAMES = ["invisiblebench.config.yaml", "invisiblebench.config.json", "invisiblebench.config.ts"];

export interface LoadedConfig {
  /** Its folder: paths in it are relative to this. */
  readonly directory: string;
  readonly config: BenchConfig;
}

/** The config of a project folder; an empty one where there is none. */
export async function loadBenchConfig(directory: string): Promise<LoadedConfig> {
  const names = new Set(await readdir(directory));
  const [found, ...others] = NAMES.filter((name) => names.has(name));
  if (others.length > 0) {
    throw new ConfigError(`${directory} has ${[found, ...others].join(" and ")}: keep one of them.`);
  }
  if (found === undefined) return { directory, config: {} };
  const config = found.endsWith(".ts")
    ? await loadModule(resolve(directory, found))
    : await loadText(directory, found);
  return { directory, config };
}

async function loadText(directory: string, file: string): Promise<BenchConfig> {
  // Schemas and parsers are loaded where there is a config to read.
  const { BenchConfig } = await import("../schema/corpus/bench-config.ts");
  const { readArtefact, readSource } = await import("./read-artefact.ts");
  const { value, problems } = readArtefact(await readSource(directory, file), BenchConfig);
  if (value === null) throw new ConfigError(`The config has errors:\n${formatProblems(problems)}`);
  return value;
}

async function loadModule(path: string): Promise<BenchConfig> {
  const module: unknown = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new ConfigError(`${path} cannot be loaded: ${cause instanceof Error ? cause.message : cause}`);
  });
  const z = await import("zod");
  const { BenchConfig } = await import("../schema/corpus/bench-config.ts");
  const parsed = z.object({ default: BenchConfig }).safeParse(module);
  if (!parsed.success) {
    throw new ConfigError(`${path}: the default export is no config.\n${z.prettifyError(parsed.error)}`);
  }
  return parsed.data.default;
}
