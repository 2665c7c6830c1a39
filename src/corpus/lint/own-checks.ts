/**
 * Rules about a pack's own checks and their files: their names are the pack's, so they can replace nothing of
 * the core.
 */
import { nearestName } from "../../text/match/nearest-name.ts";
import type { CorpusRule, DraftPack } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { fileStem, problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";
import { checksIn, dutiesIn } from "./duties.ts";

interface OwnName {
  readonly kind: string;
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly name: string | undefined;
  /** Required prefix. */
  readonly beginning: string;
}

/**
 * Checks, cards, lexicons, tags, duties and regimes of a pack begin with its prefix, which no present or
 * future id of the core has.
 */
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
    ...dutiesIn({ rules: [], pack }).map(({ source, path, duty }) => ({
      ...{ kind: "duty", source, path: [...path, "id"], name: duty?.id, beginning: capitals },
    })),
    ...pack.regimes.map(({ source, draft }) => ({
      ...{ kind: "regime", source, path: ["id"], name: draft.id, beginning: `${prefix.toLowerCase()}-` },
    })),
  ];
}

/** Without a prefix nothing in the pack would have a name of its own. */
function withoutPrefix(pack: DraftPack): readonly Problem[] {
  const brought = [
    ...pack.checks,
    ...pack.golden,
    ...pack.lexicons,
    ...pack.rules,
    ...pack.regimes,
    ...(pack.tags === null ? [] : [pack.tags]),
  ];
  return brought.map(({ source }) => {
    const message =
      "pack.yaml says no prefix, such as `prefix: ACME`: checks, cards, lexicons, tags, duties and regimes of a pack begin with it";
    return problemAt(source, [], { code: "no-prefix", message });
  });
}

/** A rule file of a pack adds duties to a rule set of the core, and changes nothing else in it. */
export const ownDuties: CorpusRule = ({ rules, pack }) => {
  const known = new Set(rules.map(({ source }) => fileStem(source.file)));
  return (pack?.rules ?? []).flatMap(({ source, draft }) => {
    const stem = fileStem(source.file);
    const foreign = Object.keys(draft).filter((key) => key !== "duties+");
    const problems = foreign.map((key) => {
      const message = `"${key}" would change the core's rules: a rule file of a pack has \`duties+\` and nothing else`;
      return problemAt(source, [key], { code: "not-in-a-pack", message });
    });
    if (!known.has(stem)) {
      const message = `the core has no rule set "${stem}" to which duties could be added`;
      const nearest = nearestName(stem, known);
      problems.push(problemAt(source, [], { code: "wrong-file-name", message, nearest }));
    }
    if (pack?.checks.length === 0) {
      const message = "duties of a pack are read in the scan by its own checks, and it has none";
      problems.push(problemAt(source, [], { code: "no-own-checks", message }));
    }
    return problems;
  });
};

/** The core's checks decide in another scan: a duty that names one of them could never hold in the pack's scan. */
export const carriedElsewhere: CorpusRule = ({ checks, pack }) => {
  const own = new Set(pack?.checks);
  const core = new Set(checks.flatMap((check) => (own.has(check) ? [] : check.draft.id)));
  return dutiesIn({ rules: [], pack }).flatMap(({ source, ...stated }) =>
    checksIn(stated).flatMap(({ id, path }) => {
      if (id === undefined || !core.has(id)) return [];
      const message = `${id} is judged in the core's scan, and this duty in the pack's: it will not be established. Write a check of your own that carries it`;
      return [problemAt(source, path, { severity: "warning", code: "carried-elsewhere", message })];
    }),
  );
};
