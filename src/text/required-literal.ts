/** One atom of a pattern at its top level: text that must occur, or something that breaks the text off. */
const ATOM =
  /(?<escaped>\\[.*+?^${}()|[\]\\/])|(?<boundary>\\[bB])|(?<other>\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.))|(?<quantifier>[*?]\??|\+\??|\{\d+(?:,\d*)?\}\??)|(?<mark>[[\]().^$|])|(?<plain>[^])/gu;

/**
 * The longest run of characters that everything a pattern matches must contain, in lower case; "" where it has none.
 * Only what stands outside groups, classes and alternatives is looked at.
 */
export function requiredLiteral(pattern: string): string {
  const runs: string[] = [""];
  let depth = 0;
  let isInClass = false;
  for (const match of pattern.matchAll(ATOM)) {
    const { escaped, boundary, quantifier, mark, plain } = match.groups ?? {};
    if (isInClass) {
      isInClass = mark !== "]";
    } else if (mark === "[") {
      isInClass = true;
      runs.push("");
    } else if (mark === "(" || mark === ")") {
      depth += mark === "(" ? 1 : -1;
      runs.push("");
    } else if (depth > 0) {
    } else if (mark === "|") return "";
    else if (quantifier !== undefined) {
      // What a quantifier follows may be absent or repeated: it ends the run, and leaves it unless it is a "+".
      const run = runs.pop() ?? "";
      runs.push(quantifier.startsWith("+") ? run : run.slice(0, -1), "");
    } else if (boundary === undefined) {
      const character = escaped?.slice(1) ?? plain;
      if (character === undefined) runs.push("");
      else runs.push(`${runs.pop() ?? ""}${character}`);
    }
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "").toLowerCase();
}
