import { DIMENSIONS, SEVERITIES } from "../../domain/dimensions.ts";
import { scenarioTurns } from "../../domain/scenarios.ts";
import { estimateScore } from "../../measure/estimate.ts";
import { countHardFails, proportion } from "../../measure/proportion.ts";
import { familiesIn } from "../../measure/scenario-means.ts";
import { conversationsByTurn, tally } from "../../measure/tally.ts";
import type { ScenarioCategory } from "../../schema/corpus/scenario.ts";
import type { CheckId, Dimension, ModelId, Severity } from "../../schema/ids.ts";
import type { ModelSummary, Proportion } from "../../schema/scan/summary.ts";
import type { ModelPage, SiteBoardModel } from "../../schema/site/site-board.ts";
import type { Finding } from "../../schema/site/site-index.ts";
import { briefConversation, isListed } from "../briefs.ts";
import { worstFirst } from "../describe-finding.ts";
import type { Failure, ScanFacts, SiteCard } from "../scan-facts.ts";
import type { SiteCorpus } from "../site-ports.ts";
import { createCellLookup } from "./build-blindspots.ts";
import { sortedChecks } from "./build-index.ts";

const WORST_SHOWN = 40;
const CATEGORIES: readonly ScenarioCategory[] = ["safety", "empathy", "context", "continuity"];

/** One model's profile: where it fails, how deep into a conversation, and in which words. */
export function buildModelPage(
  facts: ScanFacts,
  corpus: SiteCorpus,
  model: SiteBoardModel,
  describe: (failure: Failure) => Finding,
): ModelPage {
  const all = facts.scorecards.filter(({ model_id }) => model_id === model.model_id);
  const cards = all.filter(({ complete }) => complete);
  const { scorers, groups } = summaryOf(facts, model.model_id);
  const failures = facts.failures.filter(({ modelId }) => modelId === model.model_id);
  return {
    scan: facts.scan,
    simulated: model.simulated,
    model,
    dimensions: DIMENSIONS.map((dimension) => ({
      dimension,
      failures: countWhere(facts, cards, corpus, ({ primary_bucket }) => primary_bucket === dimension),
      score: model.dimensions[dimension],
    })),
    categories: CATEGORIES.flatMap((category) => categoryRow(category, all, corpus)),
    severities: SEVERITIES.toReversed().flatMap((severity) => {
      const counted = countWhere(facts, cards, corpus, (check) => check.severity === severity);
      return counted.n === 0 ? [] : { severity, failures: counted };
    }),
    turns: turnCurve(cards, failures, corpus),
    scorers,
    groups,
    min_opportunities_for_rate: corpus.scoring.publication.min_opportunities_for_rate,
    blindspots: blindspotsOf(facts, corpus, model.model_id),
    findings: worstFirst(failures).slice(0, WORST_SHOWN).map(describe),
    findings_total: failures.length,
    conversations: all
      .filter(({ transcript_id }) => isListed(facts, transcript_id))
      .map((card) => briefConversation(card, facts, corpus)),
  };
}

function summaryOf({ summary }: ScanFacts, modelId: ModelId): ModelSummary {
  const found = summary.models.find(({ model_id }) => model_id === modelId);
  if (found === undefined) throw new Error(`${modelId} has a page and no summary`);
  return found;
}

/** Of the decided checks of one kind, how many failed. */
function countWhere(
  { verdicts }: ScanFacts,
  cards: readonly SiteCard[],
  { checks }: SiteCorpus,
  isCounted: (check: { readonly severity: Severity; readonly primary_bucket: Dimension }) => boolean,
): Proportion {
  const counted = new Set<CheckId>([...checks.values()].filter(isCounted).map(({ id }) => id));
  function* rows() {
    for (const { transcript_id } of cards)
      for (const [checkId, verdict] of verdicts.get(transcript_id) ?? [])
        if (counted.has(checkId)) yield { eligible: true, verdict };
  }
  const { failures, passes } = tally(rows());
  return proportion(failures, failures + passes);
}

function categoryRow(
  category: ScenarioCategory,
  cards: readonly SiteCard[],
  corpus: SiteCorpus,
): ModelPage["categories"] {
  const own = cards.filter(({ scenario_id }) => corpus.scenarios.get(scenario_id)?.category === category);
  if (own.length === 0) return [];
  return [
    {
      category,
      hard_fails: countHardFails(own),
      overall: estimateScore(own, "overall", familiesIn(corpus.scenarios)),
    },
  ];
}

function turnCurve(
  cards: readonly SiteCard[],
  failures: readonly Failure[],
  { scenarios }: SiteCorpus,
): ModelPage["turns"] {
  const complete = new Set<string>(cards.map(({ transcript_id }) => transcript_id));
  const lengths = cards.flatMap(({ scenario_id }) => {
    const scenario = scenarios.get(scenario_id);
    return scenario === undefined ? [] : scenarioTurns(scenario).length;
  });
  const failing = new Map<number, Set<string>>();
  for (const { transcriptId, turns } of failures) {
    if (!complete.has(transcriptId)) continue;
    for (const turn of turns) failing.set(turn, (failing.get(turn) ?? new Set()).add(transcriptId));
  }
  return conversationsByTurn(lengths).map((conversations, index) => ({
    turn: index + 1,
    conversations,
    failing: failing.get(index + 1)?.size ?? 0,
  }));
}

function blindspotsOf(facts: ScanFacts, corpus: SiteCorpus, modelId: ModelId): ModelPage["blindspots"] {
  const cell = createCellLookup(facts);
  return sortedChecks(corpus)
    .flatMap(({ id }) => {
      const found = cell(modelId, id);
      return found === null ? [] : { mode_id: id, cell: found };
    })
    .sort((a, b) => (b.cell.interval?.low ?? 0) - (a.cell.interval?.low ?? 0) || b.cell.k - a.cell.k);
}
