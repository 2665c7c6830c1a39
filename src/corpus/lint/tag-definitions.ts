import type { CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { problemAt } from "../problem-at.ts";
import { tagReaders } from "./tag-readers.ts";

/** A declared tag is read by some check, by those that `read_by` names, and is declared once. */
export const tagDefinitions: CorpusRule = (draft) => {
  const { source } = draft.tags;
  const readers = tagReaders(draft);
  const hasBrokenCheck = draft.checks.some((check) => check.value === null);
  const definitions = draft.tags.draft.tags ?? [];
  return definitions.flatMap((definition, index) => {
    const tag = definition?.tag;
    if (tag === undefined) return [];
    const problems: Problem[] = [];
    if (definitions.findIndex((other) => other?.tag === tag) !== index) {
      const message = `the tag "${tag}" is declared twice`;
      problems.push(problemAt(source, ["tags", index, "tag"], { code: "duplicate-id", message }));
    }
    // A check that cannot be read might read the tag.
    if (hasBrokenCheck) return problems;
    const actual = [...(readers.get(tag) ?? [])].sort();
    if (actual.length === 0) {
      const message = `no check reads the tag "${tag}"`;
      problems.push(
        problemAt(source, ["tags", index, "tag"], { severity: "warning", code: "unread-tag", message }),
      );
    }
    const claimed = definition?.read_by?.filter((id) => id !== undefined).toSorted();
    if (claimed !== undefined && claimed.join() !== actual.join()) {
      const message = `read_by says ${listed(claimed)}, the checks say ${listed(actual)}`;
      problems.push(
        problemAt(source, ["tags", index, "read_by"], { severity: "warning", code: "read-by", message }),
      );
    }
    return problems;
  });
};

function listed(ids: readonly string[]): string {
  return ids.length === 0 ? "none" : ids.join(", ");
}
