import { hashOf } from "../kernel/hash.ts";

/** What a model is told about time and channel, in a line above the person's own words. */
const SESSION_LINE = "[Session {number}, {elapsed}: {context}]";
const SESSION_LINE_WITHOUT_CONTEXT = "[Session {number}, {elapsed}]";
const TIME_LINE = "[{minutes} minutes into this conversation]";
/** An answer to a text message is another thing than one on a page, and no product is left to guess. */
const SMS_LINE = "[Text message]";

/** In the fingerprint: other lines make another conversation. */
export const LINE_TEMPLATES_HASH = hashOf([SESSION_LINE, SESSION_LINE_WITHOUT_CONTEXT, TIME_LINE, SMS_LINE]);

export function sessionLine(number: number, elapsed: string, context: string | undefined): string {
  const template = context === undefined ? SESSION_LINE_WITHOUT_CONTEXT : SESSION_LINE;
  return fill(template, { number: String(number), elapsed, context: context ?? "" });
}

export function timeLine(minutes: number): string {
  return fill(TIME_LINE, { minutes: String(minutes) });
}

export function smsLine(): string {
  return SMS_LINE;
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
