/** A string with the colon that makes it a key, or a bracket. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/gs;

/** Whether an object in a valid JSON text has a key twice, however spelled: `JSON.parse` keeps the last in silence. */
export function hasDuplicateKey(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, string, colon] of json.matchAll(TOKENS)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (string !== undefined && colon !== undefined) {
      const keys = open.at(-1);
      const key = String(JSON.parse(string));
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}
