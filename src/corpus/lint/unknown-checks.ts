import type { CorpusRule } from "../corpus-draft.ts";
import { fileStem } from "../file-stem.ts";
import { nearestName } from "../nearest-name.ts";
import { problemAt } from "../problem-at.ts";
import type { SourceFile } from "../source-file.ts";
import type { SourcePath } from "../source-node.ts";

interface CheckUse {
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly id: string | undefined;
}

/** Every check that is named exists. */
export const unknownChecks: CorpusRule = (draft) => {
  const known = new Set(
    draft.checks.flatMap(({ source, draft: check }) => [
      fileStem(source.file),
      ...(check.id === undefined ? [] : [check.id]),
    ]),
  );
  const uses: CheckUse[] = [
    ...draft.scenarios.flatMap(({ source, draft: scenario }) =>
      (scenario.cue_anchors ?? []).flatMap((anchor, index) =>
        (anchor?.modes ?? []).map((id, mode) => ({
          source,
          path: ["cue_anchors", index, "modes", mode],
          id,
        })),
      ),
    ),
    ...(draft.scoring.draft.unstable_checks ?? []).map((id, index) => ({
      source: draft.scoring.source,
      path: ["unstable_checks", index],
      id,
    })),
    ...(draft.tags.draft.tags ?? []).flatMap((definition, index) =>
      (definition?.read_by ?? []).map((id, reader) => ({
        source: draft.tags.source,
        path: ["tags", index, "read_by", reader],
        id,
      })),
    ),
    ...draft.golden.map(({ source }) => ({ source, path: [], id: fileStem(source.file) })),
  ];
  return uses.flatMap(({ source, path, id }) => {
    if (id === undefined || known.has(id)) return [];
    const message = `there is no check "${id}"`;
    return [problemAt(source, path, { code: "unknown-check", message, nearest: nearestName(id, known) })];
  });
};
