import { readdir, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BenchConfig } from "../schema/corpus/bench-config.ts";
import { corpusErrors } from "./errors.ts";
import { formatProblems } from "./problem.ts";

const NAMES = ["invisiblebench.config.yaml", "invisiblebench.config.json", "invisiblebench.config.ts"];
const DATA = /\.(yaml|json)$/;
const CODE = /\.[cm]?[jt]s$/;

export interface LoadedConfig {
  /** Its folder: paths in it are relative to this. */
  readonly directory: string;
  readonly config: BenchConfig;
  /** As it was named, or by the name it was found under. */
  readonly file?: string;
  /** Whether a person answers for the file: they named it, or let its code run. One that was only found may be anybody's. */
  readonly isVouchedFor: boolean;
}

export interface ConfigPlace {
  /** Where a config is looked for, if none is named. */
  readonly directory?: string | undefined;
  /** A file that was named. */
  readonly file?: string | undefined;
  /** Whether code may run that was only found. */
  readonly isCodeAllowed: boolean;
}

/** The config that was named, or the one of a project folder; an empty one where there is neither. */
export async function loadBenchConfig({
  directory,
  file,
  isCodeAllowed,
}: ConfigPlace): Promise<LoadedConfig> {
  const path = file === undefined ? await findConfig(directory) : await namedConfig(resolve(file));
  if (path === undefined) return { directory: resolve(directory ?? ""), config: {}, isVouchedFor: false };
  const isCode = CODE.test(path);
  if (isCode && file === undefined && !isCodeAllowed) throw corpusErrors.IB_CONFIG_CODE(path);
  return {
    directory: dirname(path),
    file: file ?? basename(path),
    config: await (isCode ? loadModule(path) : loadText(path)),
    isVouchedFor: file !== undefined || isCode,
  };
}

async function findConfig(directory: string | undefined): Promise<string | undefined> {
  if (directory === undefined) return undefined;
  const names = new Set(await readdir(directory));
  const [found, ...others] = NAMES.filter((name) => names.has(name));
  if (others.length > 0) {
    throw corpusErrors.IB_BAD_CONFIG(
      `${directory} has ${[found, ...others].join(" and ")}: keep one of them.`,
    );
  }
  return found === undefined ? undefined : resolve(directory, found);
}

async function namedConfig(path: string): Promise<string> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw corpusErrors.IB_BAD_CONFIG(`There is no config file ${path}.`);
  if (!DATA.test(path) && !CODE.test(path)) {
    throw corpusErrors.IB_BAD_CONFIG(
      `${path} cannot be read as a config: its name ends in none of .yaml, .json, .ts.`,
    );
  }
  return path;
}

async function loadText(path: string): Promise<BenchConfig> {
  // Schemas and parsers are loaded where there is a config to read.
  const { BenchConfig } = await import("../schema/corpus/bench-config.ts");
  const { readArtefact, readSource } = await import("./read-artefact.ts");
  const { value, problems } = readArtefact(await readSource(dirname(path), basename(path)), BenchConfig);
  if (value === null) throw corpusErrors.IB_BAD_CONFIG(`The config has errors:\n${formatProblems(problems)}`);
  return value;
}

async function loadModule(path: string): Promise<BenchConfig> {
  const module: unknown = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw corpusErrors.IB_BAD_CONFIG(
      `${path} cannot be loaded: ${cause instanceof Error ? cause.message : cause}`,
    );
  });
  const z = await import("zod");
  const { BenchConfig } = await import("../schema/corpus/bench-config.ts");
  const parsed = z.object({ default: BenchConfig }).safeParse(module);
  if (!parsed.success) {
    throw corpusErrors.IB_BAD_CONFIG(
      `${path}: the default export is no config.\n${z.prettifyError(parsed.error)}`,
    );
  }
  return parsed.data.default;
}
