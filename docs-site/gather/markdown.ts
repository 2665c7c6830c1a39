/** Text of data as Markdown, in which nothing of it is taken for markup. */

/** A paragraph of plain text. */
export function prose(text: string): string {
  return text
    .trim()
    .replaceAll("<", "&lt;")
    .replaceAll(/([*_\\])/g, "\\$1");
}

export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${prose(item)}`).join("\n");
}

/** A table of cells that are Markdown already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A block in a fence that is longer than any in it. */
export function fenced(text: string, language = "text"): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
