/** Rules about tags: each is declared once, and read by the checks that its declaration names. */
import { scenarioTags } from "../../domain/scenarios.ts";
import { ANY_TAG } from "../../schema/corpus/check.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import { type CorpusDraft, type CorpusRule, tagListsOf } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { fileStem, problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";

interface TagUse {
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly tags: readonly (string | undefined)[] | undefined;
}

/** Every tag in use is declared in tags.yaml. */
export const unknownTags: CorpusRule = (draft) => {
  const lists = tagListsOf(draft).map((list) => list.draft.tags?.map((definition) => definition?.tag));
  const declared = lists.flatMap((list) => list ?? [undefined]);
  // Without a readable list every tag would be unknown.
  if (declared.includes(undefined)) return [];
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

/** An anchor names a tag that its scenario has: a check that reads no other tag would never look here. */
export const foreignCues: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, value: scenario }) => {
    if (scenario === null) return [];
    const own = scenarioTags(scenario);
    return (scenario.cue_anchors ?? []).flatMap((anchor, index) =>
      (anchor.tags ?? []).flatMap((tag, at) => {
        if (own.has(tag)) return [];
        const message = `the scenario does not carry the tag "${tag}": add it to failure_mode_tags, or take it out here`;
        return [problemAt(source, ["cue_anchors", index, "tags", at], { code: "foreign-cue", message })];
      }),
    );
  });

/** A declared tag is read by some check, by those that `read_by` names, and is declared once. */
export const tagDefinitions: CorpusRule = (draft) => {
  const own = new Set(draft.pack?.checks);
  // The core's list is about the core's checks, whatever a pack's checks read.
  const core = draft.checks.filter((check) => !own.has(check));
  return [
    ...definitionsOf(draft.tags, core),
    ...(draft.pack?.tags == null ? [] : definitionsOf(draft.pack.tags, [...own])),
  ];
};

function definitionsOf(list: CorpusDraft["tags"], checks: CorpusDraft["checks"]): readonly Problem[] {
  const { source } = list;
  const readers = tagReaders(checks);
  const hasBrokenCheck = checks.some((check) => check.value === null);
  const definitions = list.draft.tags ?? [];
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
}

function listed(ids: readonly string[]): string {
  return ids.length === 0 ? "none" : ids.join(", ");
}

/** The checks that read a tag, to become eligible or to be suppressed. */
function tagReaders(checks: CorpusDraft["checks"]): ReadonlyMap<string, ReadonlySet<string>> {
  const readers = new Map<string, Set<string>>();
  for (const { source, draft: check } of checks) {
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
