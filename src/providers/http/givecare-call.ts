import { BadAddressError } from "../ai-sdk/bad-address-error.ts";
import { type Environment, fillHeaders } from "./fill-headers.ts";
import { MissingVariablesError } from "./missing-variables-error.ts";
import type { ProductCall } from "./product-call.ts";

const SITE = "GIVECARE_SITE_URL";
const KEY = "GIVECARE_BENCH_KEY";

/** A request to the admin endpoint of the site that the environment names. */
export function giveCareCall(environment: Environment, body: object): ProductCall {
  const lookUp = (name: string) => environment[name]?.trim() ?? "";
  const missing = [SITE, KEY].filter((name) => lookUp(name) === "");
  if (missing.length > 0) throw new MissingVariablesError(missing);
  const site = lookUp(SITE).replace(/\/+$/, "");
  if (!/^https?:\/\//.test(site) || !URL.canParse(site)) throw new BadAddressError(SITE);
  const authorization = { authorization: `Bearer {env.${KEY}}` };
  return {
    url: `${site}/api/admin`,
    ...fillHeaders(authorization, environment, (placeholder) => placeholder),
    body,
    advice: { key: `Check ${KEY}.`, address: `Check ${SITE}.` },
  };
}
