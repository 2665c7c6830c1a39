/** Rules about what a pack brings beside scenarios: it has names of its own, and so can replace nothing of the core. */
import type { CorpusRule, DraftPack } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { fileStem, problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";

interface OwnName {
  readonly kind: string;
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly name: string | undefined;
  /** What it has to begin with. */
  readonly beginning: string;
}

/** Checks, cards, lexicons and tags of a pack begin with its prefix: what the core has, or will have, they are not. */
export const ownNames: CorpusRule = ({ pack }) => {
  if (pack === null) return [];
  const prefix = pack.manifest?.draft.prefix;
  if (prefix === undefined) return withoutPrefix(pack);
  return namesIn(pack, prefix).flatMap(({ kind, source, path, name, beginning }) => {
    if (name === undefined || name.startsWith(beginning)) return [];
    const message = `the ${kind} "${name}" of this pack does not begin with "${beginning}": a pack adds to the core and replaces nothing of it`;
    return [problemAt(source, path, { code: "not-own-name", message })];
  });
};

function namesIn(pack: DraftPack, prefix: string): readonly OwnName[] {
  const [capitals, small] = [`${prefix}-`, `${prefix.toLowerCase()}_`];
  return [
    ...pack.checks.map(({ source, draft }) => ({
      ...{ kind: "check", source, path: ["id"], name: draft.id, beginning: capitals },
    })),
    ...pack.golden.map(({ source }) => ({
      ...{ kind: "set of cards", source, path: [], name: fileStem(source.file), beginning: capitals },
    })),
    ...pack.lexicons.map(({ source, draft }) => ({
      ...{ kind: "lexicon", source, path: ["name"], name: draft.name, beginning: small },
    })),
    ...(pack.tags?.draft.tags ?? []).flatMap((definition, index) =>
      pack.tags === null
        ? []
        : [
            {
              ...{ kind: "tag", source: pack.tags.source, path: ["tags", index, "tag"] },
              ...{ name: definition?.tag, beginning: small },
            },
          ],
    ),
  ];
}

/** Without a prefix nothing of it would have a name of its own. */
function withoutPrefix(pack: DraftPack): readonly Problem[] {
  const brought = [
    ...pack.checks,
    ...pack.golden,
    ...pack.lexicons,
    ...(pack.tags === null ? [] : [pack.tags]),
  ];
  return brought.map(({ source }) => {
    const message =
      "pack.yaml says no prefix, such as `prefix: ACME`: checks, cards, lexicons and tags of a pack begin with it";
    return problemAt(source, [], { code: "no-prefix", message });
  });
}
