import { DIMENSIONS, SEVERITIES } from "../../domain/dimensions.ts";
import { scenarioTurns } from "../../domain/scenarios.ts";
import { estimateScore } from "../../measure/estimate.ts";
import { countHardFails, proportionOverScenarios } from "../../measure/proportion.ts";
import { familiesIn } from "../../measure/scenario-means.ts";
import { conversationsByTurn } from "../../measure/tally.ts";
import { worstFirst } from "../../report/read-first.ts";
import type { ScenarioCategory } from "../../schema/corpus/scenario.ts";
import type { CheckId, Dimension, ModelId, Severity } from "../../schema/ids.ts";
import type { Proportion } from "../../schema/scan/estimates.ts";
import type { ModelSummary } from "../../schema/scan/summary.ts";
import { briefConversation, isListed } from "../briefs.ts";
import type { Finding } from "../describe-finding.ts";
import type { Failure, ScanFacts, SiteCard } from "../scan-facts.ts";
import type { SiteCorpus } from "../site-ports.ts";
import { createCellLookup } from "./build-blindspots.ts";
import type { SiteBoardModel } from "./build-board.ts";
import { sortedChecks } from "./build-index.ts";
import { overallOf, type Peer, peerScores, peersOf, shareIn } from "./build-peers.ts";

const WORST_SHOWN = 40;
const CATEGORIES: readonly ScenarioCategory[] = ["safety", "empathy", "context", "continuity"];

export type ModelPage = ReturnType<typeof buildModelPage>;

/** One model's profile: its failures by kind and by depth of the conversation, and the words that prove them. */
export function buildModelPage(
  facts: ScanFacts,
  corpus: SiteCorpus,
  model: SiteBoardModel,
  describe: (failure: Failure) => Finding,
) {
  const all = facts.scorecards.filter(({ model_id }) => model_id === model.model_id);
  const cards = all.filter(({ complete }) => complete);
  const { scorers, groups } = summaryOf(facts, model.model_id);
  const fewest = corpus.scoring.publication.min_opportunities_for_rate;
  const peers = peersOf(facts, model.model_id);
  const count = (ofCards: readonly SiteCard[], isCounted: Parameters<typeof countWhere>[3]) =>
    countWhere(
      facts,
      ofCards.filter(({ complete }) => complete),
      corpus,
      isCounted,
    );
  const peerShares = (isCounted: Parameters<typeof countWhere>[3]) =>
    peers.flatMap((peer) => shareIn(count(peer.cards, isCounted), fewest));
  const failures = facts.failures.filter(({ modelId }) => modelId === model.model_id);
  return {
    scan: facts.scan,
    simulated: model.simulated,
    model,
    peers: peerScores(facts, model.model_id, fewest),
    dimensions: DIMENSIONS.map((dimension) => {
      const isCounted = (check: CountedCheck) => check.primary_bucket === dimension;
      return {
        dimension,
        failures: count(all, isCounted),
        score: model.dimensions[dimension],
        peers: peerShares(isCounted),
      };
    }),
    categories: CATEGORIES.flatMap((category) => categoryRow(category, all, peers, corpus)),
    severities: SEVERITIES.toReversed().flatMap((severity) => {
      const isCounted = (check: CountedCheck) => check.severity === severity;
      const counted = count(all, isCounted);
      return counted.n === 0 ? [] : { severity, failures: counted, peers: peerShares(isCounted) };
    }),
    turns: turnCurve(cards, failures, corpus),
    scorers,
    groups,
    /** With fewer opportunities only counts are shown. */
    min_opportunities_for_rate: fewest,
    blindspots: blindspotsOf(facts, corpus, model.model_id, peers),
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

interface CountedCheck {
  readonly severity: Severity;
  readonly primary_bucket: Dimension;
}

/** Counts the decided and the failed checks of one kind. */
function countWhere(
  { verdicts }: ScanFacts,
  cards: readonly SiteCard[],
  { checks }: SiteCorpus,
  isCounted: (check: CountedCheck) => boolean,
): Proportion {
  const counted = new Set<CheckId>([...checks.values()].filter(isCounted).map(({ id }) => id));
  // Counts scenarios: repeats do not count again.
  const apart = new Set<string>();
  let [failures, passes] = [0, 0];
  for (const { transcript_id, scenario_id } of cards) {
    for (const [checkId, verdict] of verdicts.get(transcript_id) ?? []) {
      if (!counted.has(checkId) || (verdict !== "FAIL" && verdict !== "PASS")) continue;
      apart.add(`${scenario_id} ${checkId}`);
      if (verdict === "FAIL") failures += 1;
      else passes += 1;
    }
  }
  return proportionOverScenarios(failures, failures + passes, apart.size);
}

function categoryRow(
  category: ScenarioCategory,
  cards: readonly SiteCard[],
  peers: readonly Peer[],
  corpus: SiteCorpus,
) {
  const isOfIt = ({ scenario_id }: SiteCard) => corpus.scenarios.get(scenario_id)?.category === category;
  const own = cards.filter(isOfIt);
  if (own.length === 0) return [];
  return [
    {
      category,
      hard_fails: countHardFails(own),
      overall: estimateScore(own, "overall", familiesIn(corpus.scenarios)),
      peers: peers.flatMap((peer) => overallOf(peer.cards.filter(isOfIt))),
    },
  ];
}

/** Failures by depth of the conversation: how many conversations reached each turn, and how many failed there. */
function turnCurve(cards: readonly SiteCard[], failures: readonly Failure[], { scenarios }: SiteCorpus) {
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

/** Every check the model met, most certain failure first. */
function blindspotsOf(facts: ScanFacts, corpus: SiteCorpus, modelId: ModelId, peers: readonly Peer[]) {
  const fewest = corpus.scoring.publication.min_opportunities_for_rate;
  const cell = createCellLookup(facts);
  return sortedChecks(corpus)
    .flatMap(({ id }) => {
      const found = cell(modelId, id);
      if (found === null) return [];
      const others = peers.flatMap((peer) => cell(peer.modelId, id) ?? []);
      return { mode_id: id, cell: found, peers: others.flatMap((other) => shareIn(other, fewest)) };
    })
    .sort((a, b) => (b.cell.interval?.low ?? 0) - (a.cell.interval?.low ?? 0) || b.cell.k - a.cell.k);
}
