/** A key goes to its own host: whose each provider's key is, and which other variable may be sent where. */
import { providersUnavailable } from "./errors.ts";

/** Providers that need no configuration. Their variables are those of the official clients, some of which add the version themselves. */
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

/** GiveCare's assistant has no address of its own: every site has another. */
export const GIVECARE = { key: "GIVECARE_BENCH_KEY", addressVariable: "GIVECARE_SITE_URL" } as const;

export const PROVIDER_KEYS: readonly string[] = Object.values(HOSTED).flatMap(({ keys }) => [...keys]);

/** Where each known key is at home; nowhere, if only the environment says. */
const HOMES: ReadonlyMap<string, string | undefined> = new Map([
  ...Object.values(HOSTED).flatMap(({ keys, address }) =>
    keys.map((key) => [key, new URL(address).origin] as const),
  ),
  [GIVECARE.key, undefined],
]);

/** Who says what: a project's files may be anybody's, the environment is the person's own. */
export interface Provenance {
  /** The variables whose values stand in the project's `.env`. All others are the person's own. */
  readonly fromDotEnv: ReadonlySet<string>;
  /** Whether there is an environment to look into at all: a library has none that nobody handed it. @default true */
  readonly isEnvironmentGiven?: boolean;
  /** Whether the person named the config's file or let its code run, rather than being in its folder. */
  readonly isConfigVouchedFor: boolean;
  /** Hosts, with or without a port, that the person lets any key go to. */
  readonly allowedHosts: readonly string[];
}

/** What names an address: a variable, or a key of the config. */
export type NamedBy = { readonly variable: string } | { readonly configKey: string };

/** Where the values of variables are about to be sent. Those without a value go nowhere. */
interface Errand {
  readonly modelId: string;
  readonly variables: readonly string[];
  readonly address: string;
  readonly namedBy: NamedBy;
}

/** Refuses to send the value of a variable to an address that is not its own. */
export function assertAtHome(errand: Errand, provenance: Provenance): void {
  const { modelId, variables, address, namedBy } = errand;
  const astray = variables.filter((variable) => !isAtHome(variable, errand, provenance));
  if (astray.length === 0) return;
  throw providersUnavailable.IB_KEY_ASTRAY(modelId, {
    variables: astray,
    host: new URL(address).host,
    place: "variable" in namedBy ? `${namedBy.variable} in .env` : `${namedBy.configKey} in the config`,
    // A config that is vouched for may read other variables, and still not send a provider's key elsewhere.
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

/** The hosts that the environment allows, by name. */
export function allowedHostsIn(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const named = environment["INVISIBLEBENCH_ALLOW_HOSTS"] ?? "";
  return named.split(",").flatMap((host) => host.trim().toLowerCase() || []);
}
