import * as z from "zod";
import { holdsCredentials } from "../../kernel/address.ts";
import { ModelId } from "../ids.ts";
import { Abilities } from "./abilities.ts";
import { ProductKind } from "./duty.ts";
import { ModelPrice } from "./model-catalog.ts";

const Headers = z
  .record(z.string(), z.string())
  // With another name in this header, a proxy shared by many servers may forward a key to one of them.
  .refine((headers) => !Object.keys(headers).some((name) => name.toLowerCase() === "host"), {
    error: "the header host is made from the address, so that a key goes there and nowhere else",
  })
  .meta({
    description: "A value may name environment variables as {env.NAME}; keys belong there, not in this file.",
  });

/** A server that speaks OpenAI's chat completions. Its models are named `<endpoint>/<model>`. */
export const Endpoint = z.strictObject({
  base_url: z.url().refine((address) => !holdsCredentials(address), {
    error: "a password or a key does not belong in an address: name its variable in api_key_env or headers",
  }),
  api_key_env: z.string().optional().meta({ description: "The environment variable that holds the key." }),
  headers: Headers.optional(),
});
export type Endpoint = z.infer<typeof Endpoint>;

/** Limits per minute of an account at a provider. */
export const MinuteLimits = z
  .strictObject({
    requests_per_minute: z.number().positive().optional(),
    tokens_per_minute: z
      .number()
      .positive()
      .optional()
      .meta({ description: "Of requests and replies together." }),
  })
  .refine((limits) => Object.keys(limits).length > 0, {
    error: "say requests_per_minute, tokens_per_minute or both",
  });
export type MinuteLimits = z.infer<typeof MinuteLimits>;

/** A product's own HTTP endpoint, tested with `--harness http/json`. */
export const HttpHarnessConfig = z.strictObject({
  name: ModelId.meta({ description: "What the product is called in results, for example acme/companion-2." }),
  url: z.url(),
  headers: Headers.optional(),
  request: z.json().meta({
    description:
      "The body. Strings may hold {message}, {conversation_id}, {scenario_id}, {turn}; the string {messages} alone becomes the list of messages so far, {history} those before this one.",
  }),
  reply_path: z
    .string()
    .min(1)
    .meta({ description: "Where the reply's text stands, for example data.answer or choices.0.text." }),
  can: Abilities.optional().meta({
    description:
      "What the product can really do, each with one line that shows it. Reports and judges are told.",
  }),
});
export type HttpHarnessConfig = z.infer<typeof HttpHarnessConfig>;

/** `invisiblebench.config.{ts,json,yaml}`: defaults of a project. Flags win over it. */
export const BenchConfig = z
  .strictObject({
    $schema: z.string().optional(),
    models: z.array(ModelId).optional(),
    judge: ModelId.optional(),
    router: ModelId.optional().meta({
      description: "Chooses every branch instead of the words of the scenarios; its runs are marked.",
    }),
    product: z
      .strictObject({ kind: ProductKind, place: z.string(), notice_outside: z.boolean().optional() })
      .optional()
      .meta({ description: "What the assistants are offered as, and where, such as companion and us-ny." }),
    corpus: z
      .string()
      .optional()
      .meta({ description: "A folder, relative to this file; one without checks is a pack." }),
    packs: z.array(z.string().min(1)).optional().meta({
      description:
        "Packs beside the corpus: names of shipped ones, folders relative to this file, or packages.",
    }),
    out: z.string().optional().meta({ description: "The results folder, relative to this file." }),
    system_prompt: z.string().optional().meta({ description: "A text file, relative to this file." }),
    max_cost_usd: z.number().positive().optional(),
    max_connections: z.int().min(1).optional(),
    timeout_seconds: z.number().positive().optional().meta({ description: "Of one attempt. Default: 300." }),
    cache: z.boolean().optional().meta({
      description:
        "Keep replies, and find them again. Default: true, and false where the environment has CI set.",
    }),
    endpoints: z.record(z.string().regex(/^[a-z0-9-]+$/), Endpoint).optional(),
    limits: z.record(z.string(), MinuteLimits).optional().meta({
      description:
        "By provider, as models' names begin: what an account may have a minute, all processes together that work through one queue.",
    }),
    http_harness: HttpHarnessConfig.optional(),
    prices: z.array(ModelPrice).optional().meta({ description: "Beside or instead of the corpus's." }),
  })
  .meta({ id: "BenchConfig" });
export type BenchConfig = z.infer<typeof BenchConfig>;
