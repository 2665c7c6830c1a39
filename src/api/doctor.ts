import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { BenchError, hasCode } from "../kernel/errors.ts";
import { toolVersion } from "../kernel/tool-version.ts";

import { PROVIDER_KEYS } from "../providers/key-hosts.ts";
import { assertProductKeys, missingProductKeys, productKeys } from "../providers/open-product.ts";
import { assertKey, BUILT_IN_PROVIDERS, providerSettings } from "../providers/provider-settings.ts";
import type { BenchContext } from "./bench-context.ts";

export interface DoctorFinding {
  readonly topic: string;
  readonly state: "ok" | "note" | "problem";
  readonly message: string;
}

const PROXIES = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"];
const MEBIBYTE = 2 ** 20;
const LITTLE_SPACE_MIB = 500;

/** Checks what a run will need. Names the keys and proxies that are set, and never shows their values. */
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
    ...keysFindings(context),
    namesFinding("proxies", PROXIES, context.environment, "none set"),
    ...keysAstray(context),
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
  // The folder is created on first use: check the nearest existing one.
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

/** Reports the config's settings, and the servers it names with their variables. */
function configFinding(context: BenchContext): DoctorFinding {
  const { config, fromConfig } = context;
  const keys = Object.keys(config).filter((key) => key !== "$schema");
  if (keys.length === 0) return { topic: "config", state: "note", message: `none in ${fromConfig(".")}` };
  const places = { ...context, endpoints: config.endpoints ?? {} };
  const endpoints = Object.entries(places.endpoints).map(([name, { base_url }]) =>
    serverWith(`${name} at ${base_url}`, providerSettings(`${name}/…`, places)?.sent ?? []),
  );
  const { http_harness: product } = config;
  const products =
    product === undefined
      ? []
      : [serverWith(`${product.name} at ${product.url}`, productKeys(product, context))];
  return {
    topic: "config",
    state: "ok",
    message: [`sets ${keys.join(", ")}`, ...endpoints, ...products].join("; "),
  };
}

function serverWith(server: string, variables: readonly string[]): string {
  return variables.length === 0 ? server : `${server}, which gets ${variables.join(", ")}`;
}

/** Reports provider keys that are set, and those that the config requires, set or not. */
function keysFindings(context: BenchContext): readonly DoctorFinding[] {
  const asked = keysAskedFor(context);
  const ofProviders = namesFinding(
    "keys",
    PROVIDER_KEYS,
    context.environment,
    "none set; simulated models need none",
  );
  if (asked.size === 0) return [ofProviders];
  const said = [...asked].map(([name, isSet]) => `${name} ${isSet ? "set" : "not set"}`);
  const isWhole = [...asked.values()].every((isSet) => isSet);
  const ofConfig = {
    topic: "keys",
    state: isWhole ? "ok" : "problem",
    message: `the config asks for ${said.join(", ")}`,
  } as const;
  return ofProviders.state === "ok" ? [ofProviders, ofConfig] : [ofConfig];
}

/** Tells for each variable name whether it has a value: of the servers that the config describes, and of the models it names. */
function keysAskedFor(context: BenchContext): ReadonlyMap<string, boolean> {
  const { endpoints = {}, http_harness: product, models = [], judge, router } = context.config;
  const named = [...Object.keys(endpoints).map((name) => `${name}/…`), ...models, judge ?? [], router ?? []];
  const asked = named.flat().flatMap((model) => {
    const { sent, missing } = settingsOrNone(model, { ...context, endpoints });
    return [
      ...sent.map((name) => [name, true] as const),
      ...missing.map((names) => [names.join(" or "), false] as const),
    ];
  });
  const ofProduct =
    product === undefined
      ? []
      : [
          ...productKeys(product, context).map((name) => [name, true] as const),
          ...missingProductKeys(product, context).map((name) => [name, false] as const),
        ];
  return new Map([...asked, ...ofProduct]);
}

/** Returns no settings for an invalid address; the check of keys for that address reports it. */
function settingsOrNone(model: string, places: Parameters<typeof providerSettings>[1]) {
  const none = { sent: [], missing: [] };
  try {
    return providerSettings(model, places) ?? none;
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    return none;
  }
}

/** Reports keys that the config would send to a foreign host, which are therefore not sent. */
function keysAstray(context: BenchContext): readonly DoctorFinding[] {
  const { endpoints = {}, http_harness: product } = context.config;
  const providers = new Set([...BUILT_IN_PROVIDERS, ...Object.keys(endpoints)]);
  const assertions = [...providers].map(
    (provider) => () => assertKey(`${provider}/…`, { ...context, endpoints }),
  );
  if (product !== undefined) assertions.push(() => assertProductKeys(product, context));
  return assertions.flatMap((assertion) => {
    try {
      assertion();
      return [];
    } catch (error) {
      // A key that is not set cannot be sent to the wrong host.
      if (hasCode(error, "IB_NO_KEY")) return [];
      if (!(error instanceof BenchError)) throw error;
      return { topic: "keys", state: "problem", message: error.message };
    }
  });
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
