import { describeBody } from "../ai-sdk/describe-body.ts";
import { redact } from "../redact.ts";

/** What a product said, short and without keys. */
export function sayBody(body: string, secrets: readonly string[]): string {
  // Before, so that no half of a key is left where the text is cut; after, for keys that were written as JSON escapes.
  return redact(describeBody(redact(body, secrets)), secrets);
}
