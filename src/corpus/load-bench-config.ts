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
  /** The config's folder; its paths are relative to it. */
  readonly directory: string;
  readonly config: BenchConfig;
  /** Path as the user named it, or as it was found. */
  readonly file?: string;
  /**
   * Whether the user is responsible for the file: they named it, or allowed its code to run. A file that was
   * only found may be anyone's.
   */
  readonly isVouchedFor: boolean;
}

export interface ConfigPlace {
  /** Folder to search for a config if none is named. */
  readonly directory?: string | undefined;
  /** Config that the user named. */
  readonly file?: string | undefined;
  /** Whether code in a config that was only found may run. */
  readonly isCodeAllowed: boolean;
}

/** Loads the named config, or the one of a project folder; an empty config if there is neither. */
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
  // Schemas and parsers are loaded only if there is a config to read.
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
