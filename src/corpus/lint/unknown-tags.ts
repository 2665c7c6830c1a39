import { ANY_TAG } from "../../schema/check.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { nearestName } from "../nearest-name.ts";
import { problemAt } from "../problem-at.ts";
import type { SourceFile } from "../source-file.ts";
import type { SourcePath } from "../source-node.ts";

interface TagUse {
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly tags: readonly (string | undefined)[] | undefined;
}

/** Every tag in use is declared in tags.yaml. */
export const unknownTags: CorpusRule = (draft) => {
  const declared = draft.tags.draft.tags?.map((definition) => definition?.tag);
  // Without a readable list every tag would be unknown.
  if (declared === undefined || declared.includes(undefined)) return [];
  const known = new Set<string | undefined>(declared);
  const uses: TagUse[] = [
    ...draft.scenarios.flatMap(({ source, draft: scenario }) => [
      { source, path: ["failure_mode_tags"], tags: scenario.failure_mode_tags },
      { source, path: ["tags"], tags: scenario.tags },
      ...(["risk_triggers", "cue_anchors"] as const).flatMap((key) =>
        (scenario[key] ?? []).map((item, index) => ({
          source,
          path: [key, index, "tags"],
          tags: item?.tags,
        })),
      ),
    ]),
    ...draft.checks.flatMap(({ source, draft: check }) => [
      {
        source,
        path: ["eligibility", "scenario_tags_any"],
        tags: check.eligibility?.scenario_tags_any?.map((tag) => (tag === ANY_TAG ? undefined : tag)),
      },
      { source, path: ["routing", "suppressed_by_tags"], tags: check.routing?.suppressed_by_tags },
    ]),
    ...draft.golden.flatMap(({ source, draft: set }) =>
      (set.cards ?? []).map((card, index) => ({ source, path: ["cards", index, "tags"], tags: card?.tags })),
    ),
  ];
  return uses.flatMap(({ source, path, tags }) =>
    (tags ?? []).flatMap((tag, index) => {
      if (tag === undefined || known.has(tag)) return [];
      const nearest = nearestName(
        tag,
        declared.filter((name) => name !== undefined),
      );
      const message = `the tag "${tag}" is not declared in tags.yaml`;
      return [problemAt(source, [...path, index], { code: "unknown-tag", message, nearest })];
    }),
  );
};
