import { holdsCredentials } from "../../kernel/address.ts";
import type { HttpHarnessConfig } from "../../schema/corpus/bench-config.ts";
import { providersErrors } from "../errors.ts";
import type { Provenance } from "../key-hosts.ts";
import type { ModelClient } from "../model-client.ts";
import { createProductClient, type ProductParts } from "./product-client.ts";
import {
  type Environment,
  fillHeaders,
  fillPlaceholders,
  fillTemplate,
  isWrittenPlainly,
  LIST_PLACEHOLDERS,
  type Placeholder,
  placeholdersIn,
  TEXT_PLACEHOLDERS,
  textFor,
  variablesIn,
} from "./request-template.ts";

interface HttpJsonOptions extends ProductParts {
  /** Must contain the variables that headers name, by the first turn. */
  readonly environment: Environment;
  readonly provenance: Pick<Provenance, "isEnvironmentGiven">;
  /** Called before each send; throws if a variable would go to a wrong host. */
  readonly assertKeys: () => void;
}

/**
 * Creates a client for one attempt at a product's own endpoint. Throws an IB_BAD_HTTP_HARNESS if its description is
 * invalid.
 */
export function createHttpJsonClient(
  config: HttpHarnessConfig,
  { environment, provenance, assertKeys, ...parts }: HttpJsonOptions,
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
    callFor: (turn) => {
      assertKeys();
      return {
        url: fillPlaceholders(url, (name) => encodeURIComponent(textFor(name, turn))),
        address: url,
        ...fillHeaders(templates, environment, (name) => textFor(name, turn), provenance.isEnvironmentGiven),
        body: fillTemplate(request, turn),
        advice,
      };
    },
    replyPath,
  });
}

/** A person's words must not go into an address or a header. */
const SHORT_TEXTS = TEXT_PLACEHOLDERS.filter((name) => name !== "message");

interface Place {
  readonly name: string;
  readonly text: string;
  readonly texts: readonly string[];
  /** Whether the string may stand for a list of messages if it is the whole value. */
  readonly takesLists?: boolean;
  readonly takesVariables?: boolean;
}

/**
 * Refuses a description that would fail at the first turn, or would succeed while the product never sees the
 * conversation.
 */
export function assertHttpHarness(config: HttpHarnessConfig): void {
  const { url, headers = {}, request } = config;
  const places: readonly Place[] = [
    { name: "url", text: url, texts: SHORT_TEXTS },
    ...Object.entries(headers).map(([name, text]) => ({
      name: `headers.${name}`,
      text,
      texts: SHORT_TEXTS,
      takesVariables: true,
    })),
    ...stringsIn(request, "request").map((string) => ({
      ...string,
      texts: TEXT_PLACEHOLDERS,
      takesLists: true,
    })),
  ];
  const problems = [
    ...problemsOfUrl(url),
    ...Object.keys(headers).flatMap(problemsOfHeaderName),
    ...places.flatMap(problemsOfPlace),
  ];
  const used = new Set(places.flatMap(({ text }) => placeholdersIn(text).map(({ name }) => name)));
  const uses = (...names: readonly string[]) => names.some((name) => used.has(name));
  if (!uses("message", "messages")) {
    problems.push("request: neither {message} nor {messages} is in it, so the product would be told nothing");
  }
  // A wrong placeholder is already reported; a guess at its meaning would add nothing.
  else if (problems.length === 0 && !uses("messages", "history", "conversation_id")) {
    problems.push(
      "request: with none of {messages}, {history} and {conversation_id}, each message would come without the conversation before it",
    );
  }
  if (problems.length > 0) throw providersErrors.IB_BAD_HTTP_HARNESS(problems);
}

function stringsIn(
  value: HttpHarnessConfig["request"],
  name: string,
): readonly { readonly name: string; readonly text: string }[] {
  if (typeof value === "string") return [{ name, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => stringsIn(item, `${name}.${key}`));
}

function problemsOfPlace(place: Place): readonly string[] {
  return placeholdersIn(place.text).flatMap((placeholder) => {
    const problem = problemOf(placeholder, place);
    return problem === null ? [] : `${place.name}: ${problem}`;
  });
}

function problemOf(
  placeholder: Placeholder,
  { text, texts, takesLists, takesVariables }: Place,
): string | null {
  const { written, name } = placeholder;
  const lists = takesLists === true ? LIST_PLACEHOLDERS : [];
  const isVariable = /^env\.\w+$/.test(name);
  if (isVariable && takesVariables !== true) {
    return `environment variables, such as ${written}, are only filled into headers`;
  }
  if (!isVariable && !texts.includes(name) && !lists.includes(name)) {
    const known = [...texts, ...lists, ...(takesVariables === true ? ["env.NAME"] : [])];
    return `${written} is not a placeholder; there are ${known.map((each) => `{${each}}`).join(", ")}`;
  }
  if (!isWrittenPlainly(placeholder)) return `${written} is written {${name}}`;
  if (lists.includes(name) && text !== written) {
    return `${written} becomes a list, so it must be the whole string`;
  }
  return null;
}

function problemsOfUrl(url: string): readonly string[] {
  if (!/^https?:$/.test(new URL(url).protocol)) return ["url: it must begin with https:// or http://"];
  if (placeholdersIn(new URL(url).host).length > 0) return ["url: its host is the same for every turn"];
  return holdsCredentials(url) ? ["url: keys and passwords belong in headers, as {env.NAME}"] : [];
}

function problemsOfHeaderName(name: string): readonly string[] {
  return /^[!#$%&'*+\-.^_`|~\w]+$/.test(name) ? [] : [`headers: "${name}" is not a header's name`];
}
