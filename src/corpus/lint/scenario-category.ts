import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";

/** A scenario's category is its top folder and the beginning of its id. */
export const scenarioCategory: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft: { category, scenario_id: id } }) => {
    if (category === undefined) return [];
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
      id === undefined || id.startsWith(`${category}_`)
        ? []
        : [
            problemAt(source, ["scenario_id"], {
              code: "wrong-category",
              message: `the id of a ${category} scenario begins with "${category}_"`,
            }),
          ];
    return [...misfiled, ...misnamed];
  });
