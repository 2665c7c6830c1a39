/** Binds each key to its own host: the provider of each key, and where other variables may be sent. */
import { providersUnavailable } from "./errors.ts";

/**
 * Providers that need no configuration. Their variables are those of the official clients, some of which add the API
 * version themselves.
 */
export const HOSTED = {
  openai: {
    address: "https://api.openai.com/v1",
    keys: ["OPENAI_API_KEY"],
    addressVariable: "OPENAI_BASE_URL",
    version: "",
  },
  anthropic: {
    address: "https://api.anthropic.com/v1",
    keys: ["ANTHROPIC_API_KEY"],
    addressVariable: "ANTHROPIC_BASE_URL",
    version: "/v1",
  },
  google: {
    address: "https://generativelanguage.googleapis.com/v1beta",
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
    addressVariable: "GOOGLE_GENERATIVE_AI_BASE_URL",
    version: "/v1beta",
  },
  openrouter: {
    address: "https://openrouter.ai/api/v1",
    keys: ["OPENROUTER_API_KEY"],
    addressVariable: "OPENROUTER_BASE_URL",
    version: "",
  },
} as const;

/** GiveCare's assistant has no fixed address: each site has its own. */
export const GIVECARE = { key: "GIVECARE_BENCH_KEY", addressVariable: "GIVECARE_SITE_URL" } as const;

export const PROVIDER_KEYS: readonly string[] = Object.values(HOSTED).flatMap(({ keys }) => [...keys]);

/** The host of each known key; `undefined` if only the environment sets it. */
const HOMES: ReadonlyMap<string, string | undefined> = new Map([
  ...Object.values(HOSTED).flatMap(({ keys, address }) =>
    keys.map((key) => [key, new URL(address).origin] as const),
  ),
  [GIVECARE.key, undefined],
]);

/** Origin of settings: a project's files may come from strangers, the environment is the user's own. */
export interface Provenance {
  /** Variables whose values come from the project's `.env`. All others are the user's own. */
  readonly fromDotEnv: ReadonlySet<string>;
  /** Whether an environment was passed at all: a library reads none by itself. @default true */
  readonly isEnvironmentGiven?: boolean;
  /** Whether the user named the config file or allowed its code to run, and not only works in its folder. */
  readonly isConfigVouchedFor: boolean;
  /** Hosts, with or without a port, that may receive any key. */
  readonly allowedHosts: readonly string[];
}

/** The source of an address: a variable, or a key of the config. */
export type NamedBy = { readonly variable: string } | { readonly configKey: string };

/** Variables and the address that would receive their values. Variables without a value are never sent. */
interface Errand {
  readonly modelId: string;
  readonly variables: readonly string[];
  readonly address: string;
  readonly namedBy: NamedBy;
}

/** Refuses to send a variable's value to an address that is not its own. */
export function assertCollected(errand: Errand, provenance: Provenance): void {
  const { modelId, variables, address, namedBy } = errand;
  const astray = variables.filter((variable) => !isAtHome(variable, errand, provenance));
  if (astray.length === 0) return;
  throw providersUnavailable.IB_KEY_ASTRAY(modelId, {
    variables: astray,
    host: new URL(address).host,
    place: "variable" in namedBy ? `${namedBy.variable} in .env` : `${namedBy.configKey} in the config`,
    // A trusted config may read other variables, but still may not send a provider's key to another host.
    isKnownKey: astray.some((variable) => HOMES.has(variable)),
  });
}

function isAtHome(variable: string, { address, namedBy }: Errand, provenance: Provenance): boolean {
  const { fromDotEnv, isConfigVouchedFor, allowedHosts } = provenance;
  const { origin, host, hostname } = new URL(address);
  if (allowedHosts.includes(host) || allowedHosts.includes(hostname)) return true;
  if (HOMES.get(variable) === origin) return true;
  const isOwnSecret = !fromDotEnv.has(variable);
  if ("variable" in namedBy) return !(isOwnSecret && fromDotEnv.has(namedBy.variable));
  if (HOMES.has(variable)) return false;
  return isConfigVouchedFor || !isOwnSecret;
}

/** Returns the hosts that the environment allows, by name. */
export function allowedHostsIn(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const named = environment["INVISIBLEBENCH_ALLOW_HOSTS"] ?? "";
  return named.split(",").flatMap((host) => host.trim().toLowerCase() || []);
}
