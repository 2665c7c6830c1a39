const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The text a browser would show for a fragment made by `html`. For tests. */
export function htmlText(fragment: string): string {
  return fragment
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
}

/** The tags alone, in order. For tests. */
export function htmlTags(fragment: string): readonly string[] {
  return fragment.match(/<[^>]*>/g) ?? [];
}
