import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";

/** A check that searches the assistant's words needs a lexicon of the assistant's words. */
export const lexiconRole: CorpusRule = ({ checks, lexicons }) => {
  const roles = new Map(lexicons.map(({ draft }) => [draft.name, draft.role]));
  return checks.flatMap(({ source, draft: { routing } }) => {
    const name =
      routing !== undefined && "deterministic_precheck" in routing
        ? routing.deterministic_precheck
        : undefined;
    if (name === undefined || roles.get(name) !== "user") return [];
    const reader =
      routing?.route === "lexicon_only"
        ? "a lexicon_only check"
        : routing?.unit_of_analysis === "turn_level"
          ? "a turn_level check"
          : undefined;
    if (reader === undefined) return [];
    const message = `${reader} searches what the assistant says, but the lexicon "${name}" is for the user's words`;
    return [problemAt(source, ["routing", "deterministic_precheck"], { code: "lexicon-role", message })];
  });
};
