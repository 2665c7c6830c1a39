import type { HttpHarnessConfig } from "../../schema/bench-config.ts";
import type { ModelClient } from "../model-client.ts";
import { assertHttpHarness } from "./assert-http-harness.ts";
import { type Environment, fillHeaders, variablesIn } from "./fill-headers.ts";
import { fillPlaceholders } from "./placeholders.ts";
import { createProductClient, type ProductParts } from "./product-client.ts";
import { fillTemplate, textFor } from "./request-template.ts";

interface HttpJsonOptions extends ProductParts {
  /** Holds the variables that headers name, by the first turn. */
  readonly environment: Environment;
}

/** One attempt at a product's own endpoint. Throws a BadHttpHarnessError if its description cannot work. */
export function createHttpJsonClient(
  config: HttpHarnessConfig,
  { environment, ...parts }: HttpJsonOptions,
): ModelClient {
  assertHttpHarness(config);
  const { name: modelId, url, headers: templates = {}, request, reply_path: replyPath } = config;
  const variables = variablesIn(templates);
  const advice = {
    key: `Check ${variables.length === 0 ? "`headers` of `http_harness` in the config file" : variables.join(", ")}.`,
    address: "Check `url` of `http_harness` in the config file.",
  };
  return createProductClient({
    ...parts,
    modelId,
    callFor: (turn) => ({
      url: fillPlaceholders(url, (name) => encodeURIComponent(textFor(name, turn))),
      ...fillHeaders(templates, environment, (name) => textFor(name, turn)),
      body: fillTemplate(request, turn),
      advice,
    }),
    replyPath,
  });
}
