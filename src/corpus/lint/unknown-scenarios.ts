import type { CorpusRule } from "../corpus-draft.ts";
import { nearestName } from "../nearest-name.ts";
import { problemAt } from "../problem-at.ts";

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
