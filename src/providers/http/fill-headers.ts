import { MissingVariablesError } from "./missing-variables-error.ts";
import { fillPlaceholders, placeholdersIn } from "./placeholders.ts";
import { UnsendableHeaderError } from "./unsendable-header-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;
type Headers = Readonly<Record<string, string>>;

/** Their values are secrets even where someone wrote them into the config file. */
const SECRET_HEADERS = /auth|key|token|secret|cookie/i;
const SCHEME = /^(?:bearer|basic|token)\s+/i;
/** What fetch accepts. It would quote a value it refuses, key and all. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The variables that headers name as {env.NAME}. */
export function variablesIn(headers: Headers): readonly string[] {
  const names = Object.values(headers)
    .flatMap(placeholdersIn)
    .flatMap(({ name }) => variableOf(name) ?? []);
  return [...new Set(names)];
}

/** Headers with variables and other texts filled in, and what of them must never be shown. */
export function fillHeaders(
  templates: Headers,
  environment: Environment,
  textFor: (placeholder: string) => string,
): { readonly headers: Headers; readonly secrets: readonly string[] } {
  const lookUp = (variable: string) => environment[variable]?.trim() ?? "";
  const variables = variablesIn(templates);
  const missing = variables.filter((variable) => lookUp(variable) === "");
  if (missing.length > 0) throw new MissingVariablesError(missing);

  const filled = Object.entries(templates).map(([name, template]) => {
    const value = fillPlaceholders(template, (placeholder) => {
      const variable = variableOf(placeholder);
      return variable === null ? textFor(placeholder) : lookUp(variable);
    });
    if (!SENDABLE.test(value)) throw new UnsendableHeaderError(name);
    return [name, value] as const;
  });
  const keys = filled.flatMap(([name, value]) =>
    SECRET_HEADERS.test(name) ? value.replace(SCHEME, "") : [],
  );
  return { headers: Object.fromEntries(filled), secrets: [...variables.map(lookUp), ...keys] };
}

function variableOf(placeholder: string): string | null {
  return /^env\.(\w+)$/.exec(placeholder)?.[1] ?? null;
}
