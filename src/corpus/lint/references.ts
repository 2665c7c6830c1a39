/** Rules about references: their targets exist. */
import { PERSONA_VARIABLES } from "../../domain/scenarios.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import { type CorpusRule, tagListsOf } from "../corpus-draft.ts";
import { fileStem, problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";

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
    ...(draft.scoring.draft.stable_checks ?? []).map((id, index) => ({
      source: draft.scoring.source,
      path: ["stable_checks", index],
      id,
    })),
    ...(draft.scoring.draft.coordination?.needs_from ?? []).map((id, index) => ({
      source: draft.scoring.source,
      path: ["coordination", "needs_from", index],
      id,
    })),
    ...tagListsOf(draft).flatMap(({ source, draft: { tags = [] } }) =>
      tags.flatMap((definition, index) =>
        (definition?.read_by ?? []).map((id, reader) => ({
          source,
          path: ["tags", index, "read_by", reader],
          id,
        })),
      ),
    ),
    ...[...draft.golden, ...draft.longCards].map(({ source }) => ({
      source,
      path: [],
      id: fileStem(source.file),
    })),
  ];
  return uses.flatMap(({ source, path, id }) => {
    if (id === undefined || known.has(id)) return [];
    const message = `there is no check "${id}"`;
    return [problemAt(source, path, { code: "unknown-check", message, nearest: nearestName(id, known) })];
  });
};

/** The lexicon a check's precheck names exists. */
export const unknownLexicons: CorpusRule = ({ checks, lexicons }) => {
  const known = new Set<string>(
    lexicons.flatMap(({ source, draft }) => [
      fileStem(source.file),
      ...(draft.name === undefined ? [] : [draft.name]),
    ]),
  );
  return checks.flatMap(({ source, draft: { routing } }) => {
    const name =
      routing !== undefined && "deterministic_precheck" in routing
        ? routing.deterministic_precheck
        : undefined;
    if (name === undefined || known.has(name)) return [];
    const path = ["routing", "deterministic_precheck"];
    const message = `there is no lexicon "${name}"`;
    return [problemAt(source, path, { code: "unknown-lexicon", message, nearest: nearestName(name, known) })];
  });
};

/** Every jurisdiction in use has a rule file. */
export const unknownJurisdictions: CorpusRule = ({ scenarios, golden, longCards, rules }) => {
  const known = new Set(rules.map(({ source }) => fileStem(source.file)));
  const uses = [
    ...scenarios.map(({ source, draft }) => ({ source, path: ["jurisdiction"], name: draft.jurisdiction })),
    ...golden.flatMap(({ source, draft: { cards = [] } }) =>
      cards.map((card, index) => ({
        source,
        path: ["cards", index, "jurisdiction"],
        name: card?.jurisdiction,
      })),
    ),
    ...longCards.flatMap(({ source, draft: { pairs = [] } }) =>
      pairs.map((pair, index) => ({
        source,
        path: ["pairs", index, "jurisdiction"],
        name: pair?.jurisdiction,
      })),
    ),
  ];
  return uses.flatMap(({ source, path, name }) => {
    if (name === undefined || known.has(name)) return [];
    const message = `there are no rules for "${name}": configs/rules/${name}.yaml is missing`;
    return [problemAt(source, path, { code: "unknown-jurisdiction", message })];
  });
};

/** A contrast group and an SMS twin name scenarios that exist. */
export const unknownScenarios: CorpusRule = ({ scenarios }) => {
  const ids = scenarios.map(({ draft }) => draft.scenario_id);
  // A scenario whose id could not be read might be the one that is meant.
  if (ids.includes(undefined)) return [];
  const known = new Set(ids.filter((id) => id !== undefined));
  return scenarios.flatMap(({ source, draft }) =>
    (["contrast_group", "sms_variant_of"] as const).flatMap((key) => {
      const id = draft[key];
      if (id === undefined || known.has(id)) return [];
      const message = `there is no scenario "${id}"`;
      return [
        problemAt(source, [key], { code: "unknown-scenario", message, nearest: nearestName(id, known) }),
      ];
    }),
  );
};

/** A fairness variable that a scenario names, and that personas state, is stated by its persona. */
export const statedVariables: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) =>
    (draft.dif_variables ?? []).flatMap((name, index) => {
      const variable = PERSONA_VARIABLES.find((known) => known === name);
      if (variable === undefined || draft.persona === undefined || draft.persona[variable] !== undefined)
        return [];
      const message = `the persona does not say its ${variable}, so nobody knows which group it belongs to`;
      return [problemAt(source, ["dif_variables", index], { code: "unstated-variable", message })];
    }),
  );
