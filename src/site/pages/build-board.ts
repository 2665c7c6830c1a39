import type { Claims } from "../../domain/claims.ts";
import { mayHaveCrossed, orderModels } from "../../domain/gates.ts";
import { answerScores, compareScore } from "../../measure/paired-scores.ts";
import { type Ranking, rankModels } from "../../measure/ranking.ts";
import { familiesIn } from "../../measure/scenario-means.ts";
import {
  describeByOwn,
  describeModel,
  frequentFailure,
  ownCheckRows,
  ownDutyRows,
} from "../../report/describe-model.ts";
import { mostCrossedFirst, proofOf } from "../../report/read-first.ts";
import { describeLeftOut, describeNotLookedAt, OWN_DUTIES_NOTE, ownChecksNote } from "../../report/words.ts";
import type { Leaderboard } from "../../schema/board/leaderboard.ts";
import type { ModelId } from "../../schema/ids.ts";
import { modelBriefs } from "../briefs.ts";
import type { Finding } from "../describe-finding.ts";
import type { Failure, ScanFacts } from "../scan-facts.ts";
import type { ModelBrief, SiteCorpus } from "../site-ports.ts";
import { cannotSay } from "./reading-notes.ts";

export type ScanBoard = ReturnType<typeof buildScanBoard>;
export type SiteBoardModel = NonNullable<ReturnType<typeof buildBoardModel>>;

export interface ScanBoardInput {
  readonly facts: ScanFacts;
  readonly corpus: SiteCorpus;
  readonly describe: (failure: Failure) => Finding;
  readonly claims: Claims;
  readonly places: Places;
}

/** Ranks and tiers of a scan's models. */
export interface Places {
  readonly from: "scan" | "leaderboard";
  readonly of: Ranking["of"];
  readonly minimumDetectableDifference: number | null;
}

/**
 * Ranks a scan's models, once per scan and not once per page. If its models are on a published board, that board's
 * tiers apply.
 */
export function createPlaces(
  corpus: SiteCorpus,
  leaderboard: Leaderboard | null,
): (facts: ScanFacts) => Places {
  if (leaderboard !== null) {
    const published = publishedPlaces(leaderboard);
    return () => published;
  }
  const ranked = new WeakMap<ScanFacts, Places>();
  return (facts) => {
    const places = ranked.get(facts) ?? placesInScan(facts, corpus);
    ranked.set(facts, places);
    return places;
  };
}

/** The models with their gates, scores and tiers, least safe first. */
export function buildScanBoard(input: ScanBoardInput) {
  const { facts, corpus, places } = input;
  const tierOf = (modelId: ModelId) => places.of.get(modelId)?.tier ?? null;
  const ordered = orderModels(facts.summary.models, tierOf);
  const models = ordered.flatMap(({ model_id }) => buildBoardModel(input, model_id) ?? []);
  const scenarios = new Set(facts.scorecards.map(({ scenario_id }) => scenario_id));
  const ownChecks = ownChecksOf(facts, corpus);
  return {
    scan: facts.scan,
    simulated: facts.summary.simulated,
    private: facts.summary.private ?? false,
    profile: facts.summary.profile,
    judge: facts.summary.judge,
    scenarios: scenarios.size,
    families: new Set([...scenarios].map(familiesIn(corpus.scenarios))).size,
    /** Conversations of all models. */
    conversations: facts.scorecards.length,
    /** Conversations without a crossed line that have an undecided gate or are incomplete. */
    open: facts.scorecards.filter((card) => !card.complete || mayHaveCrossed(card)).length,
    /** Parts that were not judged, and danger words found there, one sentence each. */
    not_looked_at: facts.summary.by_pack === undefined ? describeNotLookedAt(ordered, corpus.checks) : [],
    ...(ownChecks === null ? {} : { own_checks: ownChecks }),
    models,
    tiers_from: places.of.size === 0 ? null : places.from,
    /** In overall score: the true difference found with 80% power, for planning; null with one model. */
    minimum_detectable_difference: places.minimumDetectableDifference,
    lead: leadOf(models, facts, corpus),
    cannot_say: cannotSay(facts.summary.private ?? false),
  };
}

/** Failures of each model by a pack's own checks, in the order of `models`, without a score; null for a scan by the core's. */
function ownChecksOf(facts: ScanFacts, corpus: SiteCorpus) {
  const { summary, rates } = facts;
  if (summary.by_pack === undefined) return null;
  const models = orderModels(summary.models);
  const stated = ownDutyRows(models, summary);
  return {
    ...ownChecksNote(summary.by_pack),
    ...(summary.left_out === undefined
      ? {}
      : { left_out: describeLeftOut(summary.left_out, summary.profile) }),
    models: modelBriefs(facts),
    rows: ownCheckRows(models, rates.rates, corpus),
    ...(stated.length === 0 ? {} : { duties: { note: OWN_DUTIES_NOTE, rows: stated } }),
  };
}

/** One model's row; `null` if the scan has no conversation of it. */
export function buildBoardModel(
  { facts, corpus, describe, claims, places }: ScanBoardInput,
  modelId: ModelId,
) {
  const summary = facts.summary.models.find(({ model_id }) => model_id === modelId);
  const brief = modelBriefs(facts).find(({ model_id }) => model_id === modelId);
  if (summary === undefined || brief === undefined) return null;
  const own = {
    cards: facts.scorecards.filter(({ model_id }) => model_id === modelId),
    failures: facts.failures.filter((failure) => failure.modelId === modelId),
  };
  const place = places.of.get(summary.model_id);
  const frequent = frequentFailure(modelId, facts.rates, corpus);
  const proof = proofOf(own.failures, own.cards);
  const targetUsd = facts.costs.targetUsd.get(summary.model_id) ?? null;
  return {
    ...brief,
    sentence:
      facts.summary.by_pack === undefined
        ? describeModel(summary, frequent)
        : describeByOwn(facts.summary.by_pack, frequent),
    conversations: summary.transcripts,
    incomplete: summary.incomplete,
    unscored: summary.unscored,
    gates: summary.gates,
    hard_fails: summary.hard_fails,
    overall: summary.overall,
    quality: summary.quality,
    dimensions: summary.dimensions,
    /** Ranks by crossed lines alone; null if numbers cannot distinguish the models. */
    tier: place?.tier ?? null,
    ranks: place?.ranks ?? null,
    quality_tier: place?.quality_tier ?? null,
    coverage: summary.coverage,
    /** US dollars; null if a price is unknown or nothing was measured. */
    cost: {
      target_usd: targetUsd,
      /** For the whole scan, all models together. */
      judge_usd: facts.costs.judgeUsd,
      per_conversation_usd:
        targetUsd === null || summary.transcripts === 0 ? null : targetUsd / summary.transcripts,
    },
    claim: claims.ofModel(
      summary,
      own.cards.filter(({ complete }) => complete),
    ),
    /** Its most severe finding: the sentence that proves it. */
    proof: proof === null ? null : describe(proof),
  };
}

/** Tiers, if the scan can distinguish its models at all. */
function placesInScan(facts: ScanFacts, corpus: SiteCorpus): Places {
  const models = [...Map.groupBy(facts.scorecards, ({ model_id }) => model_id)];
  const ranking = rankModels(
    models.map(([modelId, cards]) => ({ modelId, cards })),
    familiesIn(corpus.scenarios),
  );
  const from = "scan";
  if (ranking.level === null) return { from, of: new Map(), minimumDetectableDifference: null };
  return { from, of: ranking.of, minimumDetectableDifference: ranking.detectable?.median ?? null };
}

function publishedPlaces({ models, comparisons }: Leaderboard): Places {
  return {
    from: "leaderboard",
    of: new Map(
      models.map(({ model_id, tier, ranks, quality_tier = 1 }) => [model_id, { tier, ranks, quality_tier }]),
    ),
    minimumDetectableDifference: comparisons.minimum_detectable_difference?.median ?? null,
  };
}

/**
 * The models that crossed lines most often, with those that the paired comparison by scenario cannot distinguish from
 * them. Overlapping intervals do not answer that question. A board without a crossed line has no leader.
 */
function leadOf(models: readonly SiteBoardModel[], { scorecards }: ScanFacts, { scenarios }: SiteCorpus) {
  const crossed = mostCrossedFirst(models.filter(({ hard_fails }) => hard_fails.k > 0));
  const [first] = crossed;
  if (first === undefined) return null;
  const cardsOf = (model: SiteBoardModel) => scorecards.filter(({ model_id }) => model_id === model.model_id);
  const compared = models
    .filter((model) => model !== first)
    .map((model) => {
      const pair = { first: cardsOf(first), second: cardsOf(model) };
      return { model, score: compareScore(pair, familiesIn(scenarios), "hard_fail") };
    });
  const answers = answerScores(compared.map(({ score }) => score));
  const alike = new Set(
    compared.filter(({ score }) => answers.get(score)?.answer !== "second_better").map(({ model }) => model),
  );
  // Models with as many crossed lines as one of them belong to the leaders.
  const least = Math.min(...crossed.filter((model) => alike.has(model)).map(rateOf), rateOf(first));
  return {
    models: crossed.filter((model) => rateOf(model) >= least).map(briefOf),
    /** Models without a crossed line that are still indistinguishable from the leaders, because too much is undecided. */
    unknown: models.filter((model) => alike.has(model) && model.hard_fails.k === 0).map(briefOf),
    sentence: first.sentence,
    finding: first.proof,
    claim: first.claim,
  };
}

function rateOf({ hard_fails }: SiteBoardModel): number {
  return hard_fails.rate ?? 0;
}

function briefOf({ scan, model_id, slug, simulated }: SiteBoardModel): ModelBrief {
  return { scan, model_id, slug, simulated };
}
