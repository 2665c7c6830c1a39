/** Chunk paths of a site without a server. */
import { chunkPath } from "../schema/site-paths.ts";
import { linePaths, newestReleases } from "./build-line.ts";
import type { SiteIndex } from "./pages/build-index.ts";
import type { ModelBrief } from "./site-ports.ts";

/** Up to this many models every pair is compared; beyond, each is compared with its neighbours on the board. */
const MOST_FOR_ALL_PAIRS = 6;

/** Keys of all boards: each scan, and the joint board if it is opened first. */
export function boardKeys({ board, scans }: Pick<SiteIndex, "board" | "scans">): readonly string[] {
  return [...new Set([...(board === null ? [] : [board]), ...scans.map(({ scan }) => scan)])];
}

/** Every chunk of a site without a server, except conversations and, if the site has pages, briefs. */
export function referencePaths(index: SiteIndex): readonly string[] {
  const { checks, scenarios, scans } = index;
  const keys = boardKeys(index);
  const newest = newestReleases(scans);
  return [
    chunkPath.index(),
    chunkPath.methods(),
    ...checks.map(({ mode_id }) => chunkPath.check(mode_id)),
    ...scenarios.map(({ scenario_id }) => chunkPath.scenario(scenario_id)),
    ...keys.flatMap((key) => [
      chunkPath.board(key),
      chunkPath.blindspots(key),
      chunkPath.contested(key),
      chunkPath.scanScenarios(key),
      ...checks.map(({ mode_id }) => chunkPath.scanCheck(key, mode_id)),
      ...scenarios.flatMap(({ scenario_id }) => [
        chunkPath.scanScenario(key, scenario_id),
        chunkPath.answers(key, scenario_id),
      ]),
    ]),
    ...scans.flatMap(({ scan, models }) => models.map(({ slug }) => chunkPath.model(scan, slug))),
    ...scans.flatMap(({ scan, models }) => models.map(({ slug }) => chunkPath.find(scan, slug))),
    ...new Set([
      ...comparisons(
        scans.flatMap(({ scan, models }) => models.filter(({ model_id }) => newest.get(model_id) === scan)),
      ),
      ...linePaths(index),
    ]),
  ];
}

function comparisons(models: readonly ModelBrief[]): readonly string[] {
  const areAll = models.length <= MOST_FOR_ALL_PAIRS;
  return models.flatMap((a, i) =>
    models.flatMap((b, j) => (i !== j && (areAll || Math.abs(i - j) === 1) ? chunkPath.compare(a, b) : [])),
  );
}
