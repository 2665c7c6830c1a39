import { holdsCredentials } from "../kernel/address.ts";
import type { Endpoint } from "../schema/corpus/bench-config.ts";
import { BadAddressError, NoKeyError } from "./errors.ts";
import type { ProviderContext } from "./provider-context.ts";

type Places = Pick<ProviderContext, "environment" | "endpoints">;
type Environment = ProviderContext["environment"];

/** Where a model is served, and what it takes to be let in. */
export interface ProviderSettings {
  readonly modelId: string;
  /** How the server is spoken to. */
  readonly protocol: "openai" | "anthropic" | "google" | "openrouter" | "ollama" | "endpoint";
  /** The first part of the model's id. */
  readonly provider: string;
  /** The rest of it: the model's name at the provider. */
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Variables that are needed and not set; of each group, one. */
  readonly missing: readonly (readonly string[])[];
  /** The variables, any of which may hold the key. */
  readonly keyVariables: readonly string[];
  readonly secrets: readonly string[];
}

const HOSTED = {
  openai: { address: "https://api.openai.com/v1", keys: ["OPENAI_API_KEY"] },
  anthropic: { address: "https://api.anthropic.com/v1", keys: ["ANTHROPIC_API_KEY"] },
  google: {
    address: "https://generativelanguage.googleapis.com/v1beta",
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
  },
  openrouter: { address: "https://openrouter.ai/api/v1", keys: ["OPENROUTER_API_KEY"] },
} as const;

/** The first parts of model ids that need no configuration. */
export const BUILT_IN_PROVIDERS = [...Object.keys(HOSTED), "ollama"];

/** `undefined` if nobody serves a model of that name. */
export function providerSettings(modelId: string, places: Places): ProviderSettings | undefined {
  const [provider = "", ...rest] = modelId.split("/");
  const model = rest.join("/");
  if (model === "") return undefined;
  const named = { modelId, provider, model };
  const endpoint = Object.hasOwn(places.endpoints, provider) ? places.endpoints[provider] : undefined;
  if (endpoint !== undefined) return { ...named, ...endpointSettings(endpoint, places.environment) };
  const { environment } = places;
  if (isHosted(provider)) {
    const { address, keys } = HOSTED[provider];
    const apiKey = keys.map((name) => environment[name]).find((value) => value);
    return {
      ...named,
      protocol: provider,
      baseUrl: baseUrlOf(provider, environment) ?? address,
      apiKey,
      headers: {},
      missing: apiKey === undefined ? [keys] : [],
      keyVariables: keys,
      secrets: knownSecrets(environment),
    };
  }
  if (provider !== "ollama") return undefined;
  return {
    ...named,
    protocol: "ollama",
    baseUrl: ollamaBaseUrl(environment),
    apiKey: undefined,
    headers: {},
    missing: [],
    keyVariables: [],
    secrets: knownSecrets(environment),
  };
}

/** Refuses a model whose key is missing, before a run begins. Models of other kinds pass. */
export function assertKey(modelId: string, places: Places): void {
  const settings = providerSettings(modelId, places);
  const variables = settings?.missing[0];
  if (variables !== undefined) throw new NoKeyError(modelId, variables);
}

function endpointSettings(
  endpoint: Endpoint,
  environment: Environment,
): Omit<ProviderSettings, "modelId" | "provider" | "model"> {
  const missing: string[] = [];
  const secrets = knownSecrets(environment);
  const lookUp = (name: string) => {
    const value = environment[name];
    if (value) secrets.push(value);
    else missing.push(name);
    return value || undefined;
  };
  const apiKey = endpoint.api_key_env === undefined ? undefined : lookUp(endpoint.api_key_env);
  const headers: Record<string, string> = {};
  for (const [header, template] of Object.entries(endpoint.headers ?? {})) {
    const value = template.replace(/\{env\.([^{}]+)\}/g, (_, name: string) => lookUp(name) ?? "");
    headers[header] = value;
    if (header.toLowerCase() === "authorization") secrets.push(value.replace(/^\S+\s+/, ""));
  }
  return {
    protocol: "endpoint",
    baseUrl: endpoint.base_url,
    apiKey,
    headers,
    missing: missing.map((name) => [name]),
    keyVariables: endpoint.api_key_env === undefined ? missing : [endpoint.api_key_env],
    secrets,
  };
}

/** Every key there is, whoever it is for: a proxy's error page may show any of them. */
function knownSecrets(environment: Environment): string[] {
  const names = Object.values(HOSTED).flatMap(({ keys }) => [...keys]);
  return names.flatMap((name) => environment[name] || []);
}

function isHosted(provider: string): provider is keyof typeof HOSTED {
  return Object.hasOwn(HOSTED, provider);
}

type AddressEnvironment = ProviderContext["environment"];

/** The variables are those of the official clients, some of which add the version themselves. */
const ADDRESS_VARIABLES = {
  openai: { name: "OPENAI_BASE_URL", version: "" },
  anthropic: { name: "ANTHROPIC_BASE_URL", version: "/v1" },
  google: { name: "GOOGLE_GENERATIVE_AI_BASE_URL", version: "/v1beta" },
  openrouter: { name: "OPENROUTER_BASE_URL", version: "" },
} as const;

/** Another address for a provider, if the environment names one. */
function baseUrlOf(
  provider: keyof typeof ADDRESS_VARIABLES,
  environment: AddressEnvironment,
): string | undefined {
  const { name, version } = ADDRESS_VARIABLES[provider];
  const address = environment[name];
  if (!address) return undefined;
  if (!isHttp(address) || holdsCredentials(address)) throw new BadAddressError(name, address);
  const url = address.replace(/\/+$/, "");
  return /\/v\d\w*$/.test(url) ? url : `${url}${version}`;
}

/** OLLAMA_HOST may lack the scheme and the port, and may be the address that the server binds to. */
function ollamaBaseUrl(environment: AddressEnvironment): string {
  const host = environment["OLLAMA_HOST"] || "127.0.0.1";
  const address = host.includes("://") ? host : `http://${host}`;
  if (!isHttp(address) || holdsCredentials(address)) throw new BadAddressError("OLLAMA_HOST", address);
  const url = new URL(address);
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.port === "" && url.protocol === "http:") url.port = "11434";
  return `${url.origin}/v1`;
}

/** `localhost:8080` is a URL too, of a scheme named localhost. */
function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
