import type { CorpusDraft } from "../corpus-draft.ts";
import { fileStem } from "../file-stem.ts";

/** Which checks read a tag, to become eligible or to be suppressed. */
export function tagReaders(draft: CorpusDraft): ReadonlyMap<string, ReadonlySet<string>> {
  const readers = new Map<string, Set<string>>();
  for (const { source, draft: check } of draft.checks) {
    const tags = [
      ...(check.eligibility?.scenario_tags_any ?? []),
      ...(check.routing?.suppressed_by_tags ?? []),
    ];
    for (const tag of tags) {
      if (tag === undefined) continue;
      const ids = readers.get(tag) ?? new Set();
      readers.set(tag, ids.add(check.id ?? fileStem(source.file)));
    }
  }
  return readers;
}
