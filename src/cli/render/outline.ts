/** A value as indented text: keys in words, lists as dashes, long text kept in its lines. */
export function renderOutline(value: unknown, depth = 0): string {
  const margin = "  ".repeat(depth);
  if (Array.isArray(value)) {
    return value.map((item) => `${margin}- ${renderOutline(item, depth + 1).trimStart()}`).join("\n");
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => {
        const isNested = typeof member === "object" && member !== null;
        const isLong = typeof member === "string" && member.includes("\n");
        return isNested || isLong
          ? `${margin}${key}:\n${renderOutline(member, depth + 1)}`
          : `${margin}${key}: ${String(member)}`;
      })
      .join("\n");
  }
  return String(value)
    .trimEnd()
    .split("\n")
    .map((line) => `${margin}${line}`)
    .join("\n");
}
