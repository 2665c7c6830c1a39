/** One atom of a pattern at its top level: text that must occur, or something that breaks the text off. */
const ATOM =
  /(?<escaped>\\[.*+?^${}()|[\]\\/])|(?<boundary>\\[bB])|(?<other>\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.))|(?<quantifier>[*?]\??|\+\??|\{\d+(?:,\d*)?\}\??)|(?<mark>[[\]().^$|])|(?<plain>.)/gsu;

/**
 * The runs of characters that everything a pattern matches must contain, in lower case, in their order.
 * Only what stands outside groups, classes and alternatives is looked at.
 */
export function requiredLiterals(pattern: string): string[] {
  const runs: string[] = [""];
  let depth = 0;
  let isInClass = false;
  for (const match of pattern.matchAll(ATOM)) {
    const { escaped, boundary, quantifier, mark, plain } = match.groups ?? {};
    const isOutside = depth === 0 && !isInClass;
    if (isInClass) isInClass = mark !== "]";
    else if (mark === "[") isInClass = true;
    else if (mark === "(") depth += 1;
    else if (mark === ")") depth -= 1;
    if (!isOutside) {
      runs.push("");
      continue;
    }
    if (mark === "|") return [];
    const run = runs.pop() ?? "";
    const character = escaped?.slice(1) ?? plain;
    if (boundary !== undefined) runs.push(run);
    else if (character !== undefined) runs.push(`${run}${character}`);
    // What a quantifier follows may be absent or repeated: it ends the run, and leaves it unless it is a "+".
    else if (quantifier !== undefined) runs.push(quantifier.startsWith("+") ? run : run.slice(0, -1), "");
    else runs.push(run, "");
  }
  return runs.filter((run) => run !== "").map((run) => run.toLowerCase());
}
