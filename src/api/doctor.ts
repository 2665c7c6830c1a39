import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { BenchError } from "../kernel/errors.ts";
import { toolVersion } from "../kernel/tool-version.ts";
import type { BenchContext } from "./bench-context.ts";

export interface DoctorFinding {
  readonly topic: string;
  readonly state: "ok" | "note" | "problem";
  readonly message: string;
}

const KEYS = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GEMINI_API_KEY",
  "OPENROUTER_API_KEY",
];
const PROXIES = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"];
const MEBIBYTE = 2 ** 20;
const LITTLE_SPACE_MIB = 500;

/** Looks at what a run will need. Names keys and proxies that are set, and never shows their values. */
export async function doctor(context: BenchContext): Promise<readonly DoctorFinding[]> {
  return [
    {
      topic: "version",
      state: "ok",
      message: `invisiblebench ${toolVersion()} on Node ${process.versions.node}`,
    },
    await corpusFinding(context),
    await resultsFinding(context.results),
    configFinding(context),
    namesFinding("keys", KEYS, context.environment, "none set; simulated models need none"),
    namesFinding("proxies", PROXIES, context.environment, "none set"),
  ];
}

async function corpusFinding(context: BenchContext): Promise<DoctorFinding> {
  try {
    const { scenarios, checks, lexicons, version, hash } = await context.corpus();
    const counts = `${scenarios.size} scenarios, ${checks.size} checks, ${lexicons.size} lexicons`;
    return { topic: "corpus", state: "ok", message: `${version} (${hash.slice(0, 12)}): ${counts}` };
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    return { topic: "corpus", state: "problem", message: error.message };
  }
}

async function resultsFinding(results: string): Promise<DoctorFinding> {
  let folder = results;
  // The folder is made when it is first needed: look at the nearest one that is there.
  for (;;) {
    try {
      await access(folder, constants.W_OK);
      const { bavail, bsize } = await statfs(folder);
      const freeMib = Math.floor((bavail * bsize) / MEBIBYTE);
      const state = freeMib < LITTLE_SPACE_MIB ? "problem" : "ok";
      return { topic: "results", state, message: `${results} can be written, ${freeMib} MiB free` };
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (!isMissing || dirname(folder) === folder) {
        return {
          topic: "results",
          state: "problem",
          message: `${results} cannot be written: ${String(error)}`,
        };
      }
      folder = dirname(folder);
    }
  }
}

function configFinding({ config, fromConfig }: BenchContext): DoctorFinding {
  const keys = Object.keys(config).filter((key) => key !== "$schema");
  const endpoints = Object.entries(config.endpoints ?? {}).map(
    ([name, { base_url }]) => `${name} at ${base_url}`,
  );
  return keys.length === 0
    ? { topic: "config", state: "note", message: `none in ${fromConfig(".")}` }
    : { topic: "config", state: "ok", message: [`sets ${keys.join(", ")}`, ...endpoints].join("; ") };
}

function namesFinding(
  topic: string,
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  none: string,
): DoctorFinding {
  const set = names.filter((name) => environment[name] !== undefined && environment[name] !== "");
  return {
    topic,
    state: set.length === 0 ? "note" : "ok",
    message: set.length === 0 ? none : `${set.join(", ")} set`,
  };
}
