import type { ScenarioId } from "../schema/ids.ts";
import type { ScanScenario } from "../schema/site-board.ts";
import { briefConversation } from "./brief-conversation.ts";
import { modelBriefs } from "./model-briefs.ts";
import type { ScanFacts } from "./scan-facts.ts";
import type { SiteCorpus } from "./site-corpus.ts";

/** A scenario's conversations across the models of a scan. */
export function buildScanScenario(
  facts: ScanFacts,
  corpus: SiteCorpus,
  scenarioId: ScenarioId,
): ScanScenario {
  const cards = Map.groupBy(
    facts.scorecards.filter(({ scenario_id }) => scenario_id === scenarioId),
    ({ model_id }) => model_id,
  );
  return {
    scan: facts.scan,
    simulated: facts.summary.simulated,
    scenario_id: scenarioId,
    models: modelBriefs(facts).map((model) => ({
      model,
      conversations: (cards.get(model.model_id) ?? []).map((card) => briefConversation(card, facts, corpus)),
    })),
  };
}
