import { ProviderRefusedError } from "../chain/provider-refused-error.ts";
import type { ProviderSettings } from "./provider-settings.ts";

/** Each provider's own words for money that has run out; a day's quota counts as spent, a minute's does not. */
const QUOTA_SPENT =
  /insufficient_quota|billing_hard_limit_reached|billing_not_active|billing_error|credit balance is too low|"quotaId"\s*:\s*"[^"]*PerDay/i;
/** Google answers 400 to a wrong key. */
const BAD_KEY = /API_KEY_INVALID|API key not valid/;
/** OpenRouter answers 403 to words that it will not pass on: that is about one conversation, not about the key. */
const FLAGGED_INPUT = /"flagged_input"|requires moderation/;

/** Whether a response ends everything: no other call would fare better. `said` is redacted. */
export function providerRefusal(
  status: number,
  body: string,
  said: string,
  settings: ProviderSettings,
): ProviderRefusedError | undefined {
  const hint = hintFor(status, body, settings);
  return hint === undefined ? undefined : new ProviderRefusedError({ modelId: settings.modelId, said, hint });
}

function hintFor(status: number, body: string, settings: ProviderSettings): string | undefined {
  const { provider, model, keyVariables } = settings;
  if (status === 402 || (status >= 400 && status < 500 && QUOTA_SPENT.test(body))) {
    return `The quota or credit at ${provider} is spent: look at the account's limits and billing.`;
  }
  const key = keyVariables.length === 0 ? "the headers of the endpoint" : keyVariables.join(" or ");
  if (status === 401 || (status === 400 && BAD_KEY.test(body))) return `Check ${key}.`;
  if (status === 403 && !FLAGGED_INPUT.test(body)) {
    return `Check ${key}, and whether it may use the model "${model}".`;
  }
  if (status === 404) return `Check the model's name, "${model}", and the address ${settings.baseUrl}.`;
  return undefined;
}
