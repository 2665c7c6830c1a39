import { escapeHtml } from "../escape-html.ts";

/** Markup that is safe to send. Only `html` and `trustedHtml` make one. */
export class SafeHtml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = string | number | null | SafeHtml | readonly (SafeHtml | null)[];

/** A template whose values are escaped unless they are markup already. Attribute values must stand in quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  return new SafeHtml(
    strings.map((string, index) => (index === 0 ? "" : render(values[index - 1] ?? null)) + string).join(""),
  );
}

/** For text of our own or text that is escaped already, never for text from a file. */
export function trustedHtml(text: string): SafeHtml {
  return new SafeHtml(text);
}

function render(value: HtmlValue): string {
  if (value === null) return "";
  if (value instanceof SafeHtml) return value.text;
  if (typeof value === "object") return value.map((part) => part?.text ?? "").join("");
  return escapeHtml(String(value));
}
