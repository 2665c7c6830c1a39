/** Rules about files and ids: files have the names of their content, ids are unique, and the canary is present. */
import type { CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { fileStem, problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";
import { dutiesIn } from "./duties.ts";

/** Checks, lexicons, regimes and golden sets are filed under their names. */
export const fileNames: CorpusRule = (draft) => {
  const named = [
    ...draft.checks.map(({ source, draft: { id } }) => ({ source, path: ["id"], id })),
    ...draft.lexicons.map(({ source, draft: { name: id } }) => ({ source, path: ["name"], id })),
    ...[...draft.regimes, ...(draft.pack?.regimes ?? [])].map(({ source, draft: { id } }) => ({
      source,
      path: ["id"],
      id,
    })),
  ];
  const misfiled = named.flatMap(({ source, path, id }) => {
    const stem = fileStem(source.file);
    if (id === undefined || id === stem) return [];
    return [
      problemAt(source, path, { code: "wrong-file-name", message: `"${id}" is in a file named "${stem}"` }),
    ];
  });
  const strayCards = draft.golden.flatMap(({ source, draft: { cards = [] } }) => {
    const stem = fileStem(source.file);
    return cards.flatMap((card, index) => {
      if (card?.card_id === undefined || card.card_id.startsWith(`${stem}-`)) return [];
      const message = `the card "${card.card_id}" is in the set of ${stem}`;
      return [problemAt(source, ["cards", index, "card_id"], { code: "wrong-file-name", message })];
    });
  });
  const strayPairs = draft.longCards.flatMap(({ source, draft: { pairs = [] } }) => {
    const stem = fileStem(source.file);
    return pairs.flatMap((pair, index) => {
      if (pair?.pair_id === undefined || pair.pair_id.startsWith(`${stem}-`)) return [];
      const message = `the pair "${pair.pair_id}" is in the set of ${stem}`;
      return [problemAt(source, ["pairs", index, "pair_id"], { code: "wrong-file-name", message })];
    });
  });
  return [...misfiled, ...strayCards, ...strayPairs];
};

/** A scenario's category is its top folder and the beginning of its id. */
export const scenarioCategory: CorpusRule = ({ scenarios, pack }) =>
  scenarios.flatMap((artefact) => {
    const { source, draft } = artefact;
    const { category, scenario_id: id } = draft;
    if (category === undefined) return [];
    const name = pack?.scenarios.includes(artefact) ? pack.manifest?.draft.name : undefined;
    const beginning = `${name === undefined ? "" : `${name}__`}${category}_`;
    const folder = source.file.split("/")[1];
    const misfiled =
      folder === category
        ? []
        : [
            problemAt(source, ["category"], {
              code: "wrong-folder",
              message: `a ${category} scenario in the folder ${folder}`,
            }),
          ];
    const misnamed =
      id === undefined || id.startsWith(beginning)
        ? []
        : [
            problemAt(source, ["scenario_id"], {
              code: "wrong-category",
              message: `the id of a ${category} scenario ${name === undefined ? "" : "of this pack "}begins with "${beginning}"`,
            }),
          ];
    return [...misfiled, ...misnamed];
  });

/** Every scenario carries its corpus's canary, or its pack's, so that leaked data can be recognised. */
export const canaryLine: CorpusRule = ({ canary: line, scenarios, pack }) => {
  const own = pack?.manifest ?? null;
  return scenarios.flatMap((artefact) => {
    const { source, draft } = artefact;
    const isOwn = own !== null && pack?.scenarios.includes(artefact);
    const expected = isOwn ? own.draft.canary : line.value;
    if (!expected || draft.canary === undefined || draft.canary === expected) return [];
    const message = `this is not the line of ${isOwn ? "pack.yaml" : "CANARY.txt"}`;
    return [problemAt(source, ["canary"], { code: "wrong-canary", message })];
  });
};

interface Named {
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly id: string | undefined;
}

/** The ids of scenarios, checks, lexicons, cards and facts are unique among their kind. */
export const duplicateIds: CorpusRule = (draft) => [
  ...duplicates(
    "scenario",
    draft.scenarios.map(({ source, draft: { scenario_id: id } }) => ({ source, path: ["scenario_id"], id })),
  ),
  ...duplicates(
    "check",
    draft.checks.map(({ source, draft: { id } }) => ({ source, path: ["id"], id })),
  ),
  ...duplicates(
    "lexicon",
    draft.lexicons.map(({ source, draft: { name: id } }) => ({ source, path: ["name"], id })),
  ),
  ...duplicates(
    "card",
    draft.golden.flatMap(({ source, draft: { cards = [] } }) =>
      cards.map((card, index) => ({ source, path: ["cards", index, "card_id"], id: card?.card_id })),
    ),
  ),
  ...duplicates(
    "pair",
    draft.longCards.flatMap(({ source, draft: { pairs = [] } }) =>
      pairs.map((pair, index) => ({ source, path: ["pairs", index, "pair_id"], id: pair?.pair_id })),
    ),
  ),
  ...duplicates(
    "fact",
    draft.reference.flatMap(({ source, draft: { facts = [] } }) =>
      facts.map((fact, index) => ({ source, path: ["facts", index, "id"], id: fact?.id })),
    ),
  ),
  ...duplicates(
    "help line",
    draft.helpLines.flatMap(({ source, draft: { lines = [] } }) =>
      lines.map((line, index) => ({ source, path: ["lines", index, "name"], id: line?.name })),
    ),
  ),
  ...duplicates(
    "duty",
    dutiesIn(draft).map(({ source, path, duty }) => ({ source, path: [...path, "id"], id: duty?.id })),
  ),
];

function duplicates(kind: string, all: readonly Named[]): readonly Problem[] {
  // A file of a pack may have the name of one of the core, which is read before it.
  const whose = (before: Named, named: Named) =>
    before.source !== named.source && before.source.file === named.source.file
      ? "in the shipped corpus, "
      : "";
  const first = new Map<string, Named>();
  return all.flatMap((named) => {
    if (named.id === undefined) return [];
    const before = first.get(named.id);
    if (before === undefined) {
      first.set(named.id, named);
      return [];
    }
    const { line, column } = before.source.locate(before.path);
    const message = `two ${kind === "duty" ? "duties" : `${kind}s`} are called "${named.id}": the other is ${whose(before, named)}at ${before.source.file}:${line}:${column}`;
    return [problemAt(named.source, named.path, { code: "duplicate-id", message })];
  });
}
