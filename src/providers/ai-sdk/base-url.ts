import type { ProviderContext } from "../provider-context.ts";
import { BadAddressError } from "./bad-address-error.ts";

type Environment = ProviderContext["environment"];

/** The variables are those of the official clients, some of which add the version themselves. */
const VARIABLES = {
  openai: { name: "OPENAI_BASE_URL", version: "" },
  anthropic: { name: "ANTHROPIC_BASE_URL", version: "/v1" },
  google: { name: "GOOGLE_GENERATIVE_AI_BASE_URL", version: "/v1beta" },
  openrouter: { name: "OPENROUTER_BASE_URL", version: "" },
} as const;

/** Another address for a provider, if the environment names one. */
export function baseUrlOf(provider: keyof typeof VARIABLES, environment: Environment): string | undefined {
  const { name, version } = VARIABLES[provider];
  const address = environment[name];
  if (!address) return undefined;
  if (!isHttp(address)) throw new BadAddressError(name);
  const url = address.replace(/\/+$/, "");
  return /\/v\d\w*$/.test(url) ? url : `${url}${version}`;
}

/** OLLAMA_HOST may lack the scheme and the port, and may be the address that the server binds to. */
export function ollamaBaseUrl(environment: Environment): string {
  const host = environment["OLLAMA_HOST"] || "127.0.0.1";
  const address = host.includes("://") ? host : `http://${host}`;
  if (!isHttp(address)) throw new BadAddressError("OLLAMA_HOST");
  const url = new URL(address);
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.port === "" && url.protocol === "http:") url.port = "11434";
  return `${url.origin}/v1`;
}

/** `localhost:8080` is a URL too, of a scheme named localhost. */
function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
