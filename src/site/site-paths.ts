import { chunkPath } from "../schema/site-data.ts";
import type { ModelBrief, SiteIndex } from "../schema/site-index.ts";

/** Up to so many models every pair is compared; beyond, each with its neighbours on the board. */
const MOST_FOR_ALL_PAIRS = 6;

/** Every chunk of a site without a server, but for the conversations. */
export function referencePaths(index: SiteIndex): readonly string[] {
  const { checks, scenarios, scans, board } = index;
  const keys = [...new Set([...(board === null ? [] : [board]), ...scans.map(({ scan }) => scan)])];
  return [
    chunkPath.index(),
    chunkPath.methods(),
    ...checks.map(({ mode_id }) => chunkPath.check(mode_id)),
    ...scenarios.map(({ scenario_id }) => chunkPath.scenario(scenario_id)),
    ...keys.flatMap((key) => [
      chunkPath.board(key),
      chunkPath.blindspots(key),
      ...checks.map(({ mode_id }) => chunkPath.scanCheck(key, mode_id)),
      ...scenarios.map(({ scenario_id }) => chunkPath.scanScenario(key, scenario_id)),
    ]),
    ...scans.flatMap(({ scan, models }) => models.map(({ slug }) => chunkPath.model(scan, slug))),
    ...comparisons(scans.flatMap(({ models }) => models)),
  ];
}

function comparisons(models: readonly ModelBrief[]): readonly string[] {
  const areAll = models.length <= MOST_FOR_ALL_PAIRS;
  return models.flatMap((a, i) =>
    models.flatMap((b, j) => (i !== j && (areAll || Math.abs(i - j) === 1) ? chunkPath.compare(a, b) : [])),
  );
}
