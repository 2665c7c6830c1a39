import { holdsCredentials } from "../kernel/address.ts";
import type { Endpoint } from "../schema/corpus/bench-config.ts";
import { providersErrors, providersUnavailable } from "./errors.ts";
import { assertCollected, HOSTED, type NamedBy, PROVIDER_KEYS } from "./key-hosts.ts";
import type { ProviderContext } from "./provider-context.ts";

type Places = Pick<ProviderContext, "environment" | "endpoints" | "provenance">;
type Environment = ProviderContext["environment"];

/** The address of a model, and its credentials. */
export interface ProviderSettings {
  readonly modelId: string;
  /** The server's protocol. */
  readonly protocol: "openai" | "anthropic" | "google" | "openrouter" | "ollama" | "endpoint" | "files";
  /** The first part of the model's id. */
  readonly provider: string;
  /** The rest of it: the model's name at the provider. */
  readonly model: string;
  readonly baseUrl: string;
  readonly namedBy: NamedBy;
  /** Variables whose values are sent there. */
  readonly sent: readonly string[];
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Required variables that are not set; one of each group is needed. */
  readonly missing: readonly (readonly string[])[];
  /** Variables that may hold the key. */
  readonly keyVariables: readonly string[];
  readonly secrets: readonly string[];
}

/** The first parts of model ids that need no configuration. */
export const BUILT_IN_PROVIDERS = [...Object.keys(HOSTED), "ollama"];

/** Returns `undefined` if no provider serves that name. */
export function providerSettings(modelId: string, places: Places): ProviderSettings | undefined {
  const [provider = "", ...rest] = modelId.split("/");
  const model = rest.join("/");
  if (model === "") return undefined;
  const named = { modelId, provider, model };
  const endpoint = Object.hasOwn(places.endpoints, provider) ? places.endpoints[provider] : undefined;
  if (endpoint !== undefined)
    return { ...named, ...endpointSettings(provider, endpoint, places.environment) };
  const { environment } = places;
  if (isHosted(provider)) {
    const { address, keys, addressVariable } = HOSTED[provider];
    const key = keys.find((name) => environment[name]);
    const apiKey = key === undefined ? undefined : environment[key];
    return {
      ...named,
      protocol: provider,
      baseUrl: baseUrlOf(provider, environment) ?? address,
      namedBy: { variable: addressVariable },
      sent: key === undefined ? [] : [key],
      apiKey,
      headers: {},
      missing: key === undefined ? [keys] : [],
      keyVariables: keys,
      secrets: knownSecrets(environment),
    };
  }
  if (provider !== "ollama") return undefined;
  return {
    ...named,
    protocol: "ollama",
    baseUrl: ollamaBaseUrl(environment),
    namedBy: { variable: "OLLAMA_HOST" },
    sent: [],
    apiKey: undefined,
    headers: {},
    missing: [],
    keyVariables: [],
    secrets: knownSecrets(environment),
  };
}

/**
 * Refuses a model whose key is missing or would go to a wrong host, before a run begins. Models of other kinds pass.
 */
export function assertKey(modelId: string, places: Places): void {
  const settings = providerSettings(modelId, places);
  if (settings !== undefined) assertAdmitted(settings, places.provenance);
}

/** Refuses a missing key, and one that would be sent to a wrong host. */
export function assertAdmitted(settings: ProviderSettings, provenance: ProviderContext["provenance"]): void {
  const { modelId, missing, sent: variables, baseUrl: address, namedBy } = settings;
  assertCollected({ modelId, variables, address, namedBy }, provenance);
  if (missing[0] !== undefined)
    throw providersUnavailable.IB_NO_KEY(modelId, missing[0], provenance.isEnvironmentGiven);
}

function endpointSettings(
  name: string,
  endpoint: Endpoint,
  environment: Environment,
): Omit<ProviderSettings, "modelId" | "provider" | "model"> {
  const missing: string[] = [];
  const sent: string[] = [];
  const secrets = knownSecrets(environment);
  const lookUp = (variable: string) => {
    const value = environment[variable];
    if (!value) {
      missing.push(variable);
      return undefined;
    }
    sent.push(variable);
    secrets.push(value);
    return value;
  };
  const apiKey = endpoint.api_key_env === undefined ? undefined : lookUp(endpoint.api_key_env);
  const headers: Record<string, string> = {};
  for (const [header, template] of Object.entries(endpoint.headers ?? {})) {
    const value = template.replace(/\{env\.([^{}]+)\}/g, (_, variable: string) => lookUp(variable) ?? "");
    headers[header] = value;
    if (header.toLowerCase() === "authorization") secrets.push(value.replace(/^\S+\s+/, ""));
  }
  return {
    protocol: "endpoint",
    baseUrl: endpoint.base_url,
    namedBy: { configKey: `endpoints.${name}.base_url` },
    sent: [...new Set(sent)],
    apiKey,
    headers,
    missing: missing.map((variable) => [variable]),
    keyVariables: endpoint.api_key_env === undefined ? missing : [endpoint.api_key_env],
    secrets,
  };
}

/** Returns all keys in the environment, for any provider: a proxy's error page may show any of them. */
function knownSecrets(environment: Environment): string[] {
  return PROVIDER_KEYS.flatMap((name) => environment[name] || []);
}

function isHosted(provider: string): provider is keyof typeof HOSTED {
  return Object.hasOwn(HOSTED, provider);
}

/** Returns the provider's address from the environment, if set. */
function baseUrlOf(provider: keyof typeof HOSTED, environment: Environment): string | undefined {
  const { addressVariable: name, version } = HOSTED[provider];
  const address = environment[name];
  if (!address) return undefined;
  if (!isHttp(address) || holdsCredentials(address)) throw providersErrors.IB_BAD_ADDRESS(name, address);
  const url = address.replace(/\/+$/, "");
  return /\/v\d\w*$/.test(url) ? url : `${url}${version}`;
}

/** OLLAMA_HOST may lack the scheme and the port, and may be the address that the server binds to. */
function ollamaBaseUrl(environment: Environment): string {
  const host = environment["OLLAMA_HOST"] || "127.0.0.1";
  const address = host.includes("://") ? host : `http://${host}`;
  if (!isHttp(address) || holdsCredentials(address))
    throw providersErrors.IB_BAD_ADDRESS("OLLAMA_HOST", address);
  const url = new URL(address);
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.port === "" && url.protocol === "http:") url.port = "11434";
  return `${url.origin}/v1`;
}

/** Checks the scheme: `localhost:8080` is a valid URL too, with the scheme localhost. */
function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
