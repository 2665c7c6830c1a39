import { DIMENSIONS, SEVERITIES } from "../../domain/dimensions.ts";
import { scenarioTurns } from "../../domain/scenarios.ts";
import type { ScenarioCategory } from "../../schema/corpus/scenario.ts";
import type { CheckId, Dimension, ModelId, Severity } from "../../schema/ids.ts";
import type { Scorecard } from "../../schema/scan/scorecard.ts";
import type { Proportion } from "../../schema/scan/summary.ts";
import type { ModelPage, SiteBoardModel } from "../../schema/site/site-board.ts";
import type { Finding } from "../../schema/site/site-index.ts";
import { countHardFails } from "../../stats/conversation-proportion.ts";
import { wilsonInterval } from "../../stats/intervals.ts";
import { briefConversation } from "../briefs.ts";
import { worstFirst } from "../describe-finding.ts";
import { estimateScore } from "../estimate-score.ts";
import type { Failure, ScanFacts } from "../scan-facts.ts";
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
    categories: CATEGORIES.flatMap((category) => categoryRow(category, cards, corpus)),
    severities: SEVERITIES.flatMap((severity) => {
      const counted = countWhere(facts, cards, corpus, (check) => check.severity === severity);
      return counted.n === 0 ? [] : { severity, failures: counted };
    }),
    turns: turnCurve(cards, failures, corpus),
    blindspots: blindspotsOf(facts, corpus, model.model_id),
    findings: worstFirst(failures).slice(0, WORST_SHOWN).map(describe),
    findings_total: failures.length,
    conversations: all.map((card) => briefConversation(card, facts, corpus)),
  };
}

/** Of the decided checks of one kind, how many failed. */
function countWhere(
  { verdicts }: ScanFacts,
  cards: readonly Scorecard[],
  { checks }: SiteCorpus,
  isCounted: (check: { readonly severity: Severity; readonly primary_bucket: Dimension }) => boolean,
): Proportion {
  const counted = new Set<CheckId>([...checks.values()].filter(isCounted).map(({ id }) => id));
  let k = 0;
  let n = 0;
  for (const { transcript_id } of cards) {
    for (const [checkId, verdict] of verdicts.get(transcript_id) ?? []) {
      if (!counted.has(checkId) || (verdict !== "PASS" && verdict !== "FAIL")) continue;
      n += 1;
      if (verdict === "FAIL") k += 1;
    }
  }
  return proportion(k, n);
}

function proportion(k: number, n: number): Proportion {
  return { k, n, rate: n === 0 ? null : k / n, interval: wilsonInterval(k, n) };
}

function categoryRow(
  category: ScenarioCategory,
  cards: readonly Scorecard[],
  corpus: SiteCorpus,
): ModelPage["categories"] {
  const own = cards.filter(({ scenario_id }) => corpus.scenarios.get(scenario_id)?.category === category);
  if (own.length === 0) return [];
  return [
    {
      category,
      hard_fails: countHardFails(own),
      overall: estimateScore(own, (card) => card.overall_score, corpus),
    },
  ];
}

function turnCurve(
  cards: readonly Scorecard[],
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
  const depth = Math.max(0, ...lengths);
  return Array.from({ length: depth }, (_, index) => ({
    turn: index + 1,
    conversations: lengths.filter((length) => length > index).length,
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
