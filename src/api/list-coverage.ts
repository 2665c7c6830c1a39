import { lintCorpus } from "../corpus/lint-corpus.ts";
import { scenarioFamily } from "../schema/scenario-family.ts";
import { isEligible, scenarioTags } from "../schema/scenario-tags.ts";
import type { Listing } from "./list.ts";
import type { Workshop } from "./workshop.ts";

/** How much each check's claims rest on: scenarios, of them active, families among those, and cues. */
export async function listCoverage(workshop: Workshop): Promise<Listing> {
  const corpus = await workshop.corpus();
  const { coverage } = await lintCorpus(
    workshop.corpusRoot,
    workshop.corpusBase === undefined ? {} : { base: workshop.corpusBase },
  );
  const tagged = [...corpus.scenarios.values()].map((scenario) => ({
    scenario,
    tags: scenarioTags(scenario),
  }));
  return [...corpus.checks.values()].map((check) => {
    const eligible = tagged.filter(({ tags }) => isEligible(check, tags)).map(({ scenario }) => scenario);
    const active = eligible.filter((scenario) => scenario.status === "active");
    return {
      id: check.id,
      name: check.name,
      severity: check.severity,
      scenarios: eligible.length,
      active: active.length,
      families: new Set(active.map(scenarioFamily)).size,
      cues: coverage.cues_per_event_window_check[check.id] ?? "",
    };
  });
}
