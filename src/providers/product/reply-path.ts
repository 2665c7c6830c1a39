/** The value at a path in a product's answer. */
export type FoundReply =
  | { readonly kind: "text"; readonly text: string }
  /** The value is empty: the product gave no reply this time. */
  | { readonly kind: "null"; readonly place: string }
  /** The answer does not have that shape. */
  | { readonly kind: "astray"; readonly reason: string };

const MOST_KEYS_NAMED = 12;

/** Follows a path such as `data.answer`, `choices.0.text` or `choices[0].text`. */
export function followReplyPath(answer: unknown, path: string): FoundReply {
  const steps = path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
  let value = answer;
  for (const [index, step] of steps.entries()) {
    const place = steps.slice(0, index).join(".");
    if (value === null) return { kind: "null", place: nameOf(place) };
    if (typeof value !== "object" || !Object.hasOwn(value, step)) {
      return {
        kind: "astray",
        reason: `there is no "${step}" in ${nameOf(place)}, which is ${describe(value)}`,
      };
    }
    // The check above found an own key; TypeScript cannot apply that to an index.
    value = (value as Record<string, unknown>)[step];
  }
  if (value === null) return { kind: "null", place: nameOf(path) };
  if (typeof value === "string") return { kind: "text", text: value };
  return { kind: "astray", reason: `${path} is ${describe(value)}, not a text` };
}

function nameOf(place: string): string {
  return place === "" ? "the answer" : place;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== "object" || value === null) return `a ${typeof value}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return "an object without keys";
  const named = keys.slice(0, MOST_KEYS_NAMED).join(", ");
  return `an object with the keys ${named}${keys.length > MOST_KEYS_NAMED ? ", …" : ""}`;
}

/** Returns the product's error message in an answer with a good status, or `null`. */
export function errorInAnswer(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return null;
  const { error } = answer;
  if (error === null || error === false || error === "") return null;
  return typeof error === "string" ? error : JSON.stringify(error);
}
