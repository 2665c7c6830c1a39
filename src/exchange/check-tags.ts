import { nearestName } from "../corpus/nearest-name.ts";
import { Tag } from "../schema/ids.ts";
import type { TagList } from "../schema/tag-list.ts";
import { UnknownTagError } from "./unknown-tag-error.ts";

/** Tags that the corpus declares, each once; any other is refused with the nearest. */
export function checkTags(tags: readonly string[], declared: TagList, where: string): readonly Tag[] {
  const known = new Set<string>(declared.tags.map(({ tag }) => tag));
  return [...new Set(tags)].map((tag) => {
    if (!known.has(tag)) throw new UnknownTagError(tag, where, nearestName(tag, known));
    return Tag.parse(tag);
  });
}
