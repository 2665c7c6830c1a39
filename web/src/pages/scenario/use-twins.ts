import type { SiteIndex } from "../../../../src/site/pages/build-index.ts";
import type { ScenarioPage } from "../../../../src/site/pages/build-scenario-page.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";

/** A scenario to compare with another one that differs in one thing. */
export interface Twin {
  readonly scan: string;
  readonly scenario_id: string;
  readonly title: string;
  readonly differs: string | null;
}

/** Returns the variants of a scenario, each with the scan that has its conversations. */
export function useTwins(scan: string, scenario: ScenarioPage): readonly Twin[] {
  const { scans } = useSiteIndex();
  return scenario.relatives.flatMap(({ elsewhere, ...relative }) => {
    const home = elsewhere ? coreScan(scans, scan) : scan;
    return home === undefined ? [] : [{ ...relative, scan: home }];
  });
}

/** Finds the core's scan: a pack's run is named after the core's run next to it. */
function coreScan(scans: SiteIndex["scans"], scan: string): string | undefined {
  const own = scans.find((brief) => brief.scan === scan);
  const beside = scans.filter(({ run_id }) => run_id !== null && own?.run_id?.startsWith(`${run_id}.`));
  return (beside.find(({ profile }) => profile === own?.profile) ?? beside[0])?.scan;
}
