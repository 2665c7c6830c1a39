import { isImported, mayHaveCrossed } from "../../domain/gates.ts";
import { countHardFails } from "../../measure/proportion.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { ScenarioId } from "../../schema/ids.ts";
import { briefConversation, isListed, modelBriefs } from "../briefs.ts";
import type { ScanFacts, SiteCard } from "../scan-facts.ts";
import type { ModelBrief, SiteScan } from "../site-ports.ts";
import { briefScenario } from "./build-index.ts";

export type ScanScenarios = ReturnType<typeof buildScanScenarios>;

/** Results of every scenario of a scan by assistant, and of conversations without a scenario. */
export function buildScanScenarios({ facts, corpus }: Pick<SiteScan, "facts" | "corpus">) {
  const models = modelBriefs(facts);
  const authored = facts.scorecards.filter(({ scenario_id }) => !isImported(scenario_id));
  const imported = importedConversations(facts, models);
  const cards = Map.groupBy(authored, ({ scenario_id }) => scenario_id);
  return {
    scan: facts.scan,
    simulated: facts.summary.simulated,
    models,
    /** A pack's scenarios, which the index does not list. */
    own: corpus === undefined ? [] : [...corpus.scenarios.values()].map(briefScenario),
    ...(imported === null ? {} : { imported }),
    scenarios: [...cards].map(([scenario_id, ofScenario]) => {
      const byModel = Map.groupBy(ofScenario, ({ model_id }) => model_id);
      return {
        scenario_id,
        results: models.map(({ model_id }) => {
          const own = byModel.get(model_id);
          if (own === undefined) return null;
          const { k, open = 0 } = countHardFails(own);
          // Conversations with a crossed line, and among the others those still undecided.
          return { conversations: own.length, crossed: k, open };
        }),
      };
    }),
  };
}

const NO_SCENARIOS = { scenarios: new Map<ScenarioId, Scenario>() };

/** Longer lists are searched in Find. */
const MOST_IMPORTED = 500;

/** Imported conversations without a scenario: crossed lines first, then undecided ones. */
function importedConversations(facts: ScanFacts, models: readonly ModelBrief[]) {
  const cards = facts.scorecards.filter(({ scenario_id }) => isImported(scenario_id));
  if (cards.length === 0) return null;
  const { k: crossed, open = 0 } = countHardFails(cards);
  const weight = (card: SiteCard) => (card.hard_fail ? 0 : mayHaveCrossed(card) ? 1 : 2);
  const listed = cards
    .filter(({ transcript_id }) => isListed(facts, transcript_id))
    .toSorted((a, b) => weight(a) - weight(b))
    .slice(0, MOST_IMPORTED)
    .flatMap((card) => {
      const model = models.find(({ model_id }) => model_id === card.model_id);
      return model === undefined
        ? []
        : [{ model, conversation: briefConversation(card, facts, NO_SCENARIOS) }];
    });
  return { counts: { conversations: cards.length, crossed, open }, listed };
}
