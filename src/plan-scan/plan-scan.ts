import { selectChecks } from "../corpus/corpus.ts";
import { isGate } from "../domain/gates.ts";
import { batchPrice } from "../domain/models.ts";
import { profileOf, repetitionsFor, votePolicyFor } from "../domain/profiles.ts";
import { needsProduct, packMark } from "../domain/scenarios.ts";
import { policyForCheck } from "../domain/votes.ts";
import { fingerprintOf } from "../kernel/hash.ts";
import { InternPool } from "../kernel/intern-pool.ts";
import { providersErrors } from "../providers/errors.ts";
import type { Abilities } from "../schema/corpus/abilities.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ProductProfile } from "../schema/corpus/duty.ts";
import type { JudgeConfig, RegardConfig } from "../schema/corpus/judge-config.ts";
import type { Lexicon } from "../schema/corpus/lexicon.ts";
import type { ModelCatalog, ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { Fingerprint } from "../schema/fingerprint.ts";
import type { CheckId, Jurisdiction, LexiconName, ModelId, PackMark } from "../schema/ids.ts";
import { PlannedTranscript, SCAN_PLAN_VERSION, ScanPlan } from "../schema/scan/scan-plan.ts";
import type { RepetitionPolicy } from "../schema/scan/verdict.ts";
import { DEIDENTIFY_VERSION } from "../text/deidentify/pseudonyms.ts";
import { lawReadOn } from "../text/duties/which-duties.ts";
import { createCallLedger } from "./call-ledger.ts";
import { roundCalls } from "./calls-per-question.ts";
import { planScanErrors } from "./errors.ts";
import { cacheableFrom } from "./prefix-load.ts";
import { answerLength, priceCalls, priceDoubts } from "./price-calls.ts";
import type { PlanRequest, TranscriptQuestions } from "./see-transcript.ts";

export interface ScanRequest extends PlanRequest {
  readonly judge: { readonly model_id: ModelId; readonly simulated: boolean } | null;
  /** Votes per question; overrides the profile and the check. */
  readonly repetitions?: number;
  /** When votes stop; overrides the profile's policy. */
  readonly votes?: RepetitionPolicy;
  readonly adjudicator?: ScanPlan["adjudicator"];
  readonly reasoningEffort?: ScanPlan["reasoning_effort"];
  /** Whether the judges see placeholders instead of identifiers. */
  readonly deidentify?: boolean;
  /** Whether the judges run later, in batches; this affects only the cost. */
  readonly batch?: boolean;
}

export interface ScanCorpus {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly lexicons: ReadonlyMap<LexiconName, Lexicon>;
  readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
  readonly scoring: ScoringConfig;
  readonly judge: JudgeConfig;
  readonly regard: RegardConfig | null;
  readonly models: ModelCatalog;
  /** A hash per part of the corpus. */
  readonly partHashes: { readonly golden: string };
  /** Pack of the scenarios. */
  readonly pack?: PackMark | null;
  /** Pack of the checks, if they are not the core's. */
  readonly byPack?: PackMark | null;
  /** Whether this differs from the shipped corpus. */
  readonly private?: boolean;
}

/** Plans a scan: the checks of each transcript and their possible cost. Calls no model. */
export async function planScan(input: {
  readonly request: ScanRequest;
  readonly corpus: ScanCorpus;
  /** Planning data of each transcript, in order. */
  readonly seen: AsyncIterable<TranscriptQuestions>;
  /** Fingerprint of the transcripts' run, or the common one of several runs. */
  readonly fingerprint: Fingerprint | null;
  /** Contribution of the verifiers' code to the scoring fingerprint. */
  readonly engine: string;
  /** Prices in addition to the corpus's, or overriding them. */
  readonly prices?: readonly ModelPrice[];
  /** Mean tokens of an answer in earlier scans, by judge. @default none measured */
  readonly measured?: ReadonlyMap<string, { readonly output: number }>;
  /** For imagined transcripts: factor by which real replies may be longer or shorter. */
  readonly imagined?: { readonly repliesSpread: number };
  /** Locations of the transcripts, for a scan outside their run, such as one of several runs. */
  readonly runs?: ScanPlan["runs"];
}): Promise<ScanPlan> {
  const { request, corpus, seen } = input;
  const pack = packMark(corpus.pack ?? null);
  const byPack = packMark(corpus.byPack ?? null);
  const profile = profileOf(request);
  if (profile.judged && request.judge === null) throw providersErrors.IB_NO_JUDGE(request.profile);
  const judge = profile.judged ? request.judge : null;
  const checks = selectChecks(corpus.checks.values(), request);
  const policy = votePolicyFor(profile, request.votes);
  const votes: ScanPlan["votes"] = Object.fromEntries(
    checks.map((check) => [
      check.id,
      {
        repetitions: repetitionsFor(check, profile, request.repetitions),
        policy: policyForCheck(policy, check, corpus.scoring),
      },
    ]),
  );

  // Options that are not set stay out of the fingerprint, so that scans without them remain comparable.
  const extras = {
    ...(judge === null || request.adjudicator === undefined ? {} : { adjudicator: request.adjudicator }),
    ...(judge === null || request.reasoningEffort === undefined
      ? {}
      : { reasoning_effort: request.reasoningEffort }),
    ...(judge !== null && request.rubric ? { rubric: true as const } : {}),
    ...(judge !== null && profile.thorough && request.scales === false ? { scales: false as const } : {}),
    ...(judge !== null && request.deidentify ? { deidentify: true as const } : {}),
  };
  const asOf = request.asOf ?? lawReadOn(corpus.rules);

  const transcripts: PlannedTranscript[] = [];
  const parts = new InternPool();
  // Private checks make the result private, even on the core's conversations.
  let isPrivate = byPack !== null && corpus.private === true;
  let router: ModelId | undefined;
  let product: ProductProfile | undefined;
  let can: Abilities | undefined;
  const isLater = judge !== null && request.batch === true;
  const priceOf = (of: ScanPlan["judge"] | undefined) => {
    const listed = [...(input.prices ?? []), ...corpus.models.models].find(
      ({ model }) => model === of?.model_id,
    );
    return listed && isLater ? batchPrice(listed) : listed;
  };
  const price = priceOf(judge);
  const ledger = createCallLedger({
    checks,
    votes,
    contract: corpus.judge.contract,
    cacheableFrom: cacheableFrom(price),
    repliesSpread: input.imagined?.repliesSpread ?? 1,
    isGate: (check) => isGate(check, corpus.scoring),
  });
  for await (const {
    planned,
    isPrivate: isOwn,
    simulated,
    router: chooser,
    product: offered,
    can: declared,
    questions,
    scorers,
  } of seen) {
    isPrivate ||= isOwn;
    router ??= chooser;
    product ??= offered;
    can ??= declared;
    for (const asked of [judge, extras.adjudicator]) {
      if (asked?.simulated && !simulated)
        throw planScanErrors.IB_SIMULATED_JUDGE(asked.model_id, planned.transcript_id);
    }
    const { eligible, suppressed, ...rest } = PlannedTranscript.parse(planned);
    // Conversations of one scenario have the same checks, so a long scan stores each list once.
    transcripts.push({ ...rest, eligible: parts.of(eligible), suppressed: parts.of(suppressed) });
    ledger.add(
      questions.flatMap(([id, counted]) => {
        const check = corpus.checks.get(id);
        return check === undefined ? [] : [[check, counted] as const];
      }),
      scorers,
    );
  }

  // Golden cards are for teaching and testing and decide no verdict.
  const { golden: _, ...decisiveParts } = corpus.partHashes;
  const { calls, loads, doubts, by_check, by_scorer } = ledger.totals();
  const isToldToReason = (request.reasoningEffort ?? corpus.judge.reasoning_effort) !== undefined;
  const answerOf = (of: ScanPlan["judge"]) => answerLength(of, isToldToReason, input.measured);
  const { adjudicator, deidentify, ...asked } = extras;
  const plan = ScanPlan.parse({
    schema_version: SCAN_PLAN_VERSION,
    ...(isPrivate ? { private: true } : {}),
    ...(pack === null ? {} : { pack }),
    ...(byPack === null ? {} : { by_pack: byPack }),
    ...(router === undefined ? {} : { router }),
    ...(product === undefined ? {} : { product }),
    ...(can === undefined ? {} : { can }),
    profile: request.profile,
    policy,
    judge,
    ...extras,
    ...(asOf === undefined ? {} : { as_of: asOf }),
    ...(isLater ? { batch: true } : {}),
    checks: checks.map((check) => check.id),
    votes,
    transcripts: [],
    eligible_checks: transcripts.reduce((sum, transcript) => sum + transcript.eligible.length, 0),
    planned_llm_calls: calls,
    by_check,
    by_scorer,
    ...priceCalls({ loads, judge, price, answer: answerOf(judge) }),
    ...(adjudicator === undefined
      ? {}
      : {
          adjudication: {
            calls: roundCalls(doubts.calls),
            cost_usd: adjudicator.simulated
              ? { low: 0, expected: 0, high: 0 }
              : priceDoubts(
                  { calls: doubts.calls.expected, input: doubts.input },
                  priceOf(adjudicator),
                  answerOf(adjudicator),
                ),
          },
        }),
    ...needingProduct(checks, product),
    checks_without_judge:
      judge === null ? checks.filter((check) => check.routing.llm_required).map((c) => c.id) : [],
    ...(input.runs === undefined ? {} : { runs: input.runs }),
    fingerprints: {
      transcripts: input.fingerprint,
      scoring: fingerprintOf({
        ...decisiveParts,
        judge_model: judge?.model_id ?? null,
        ...(adjudicator === undefined ? {} : { adjudicator_model: adjudicator.model_id }),
        ...asked,
        ...(deidentify === undefined ? {} : { deidentify: DEIDENTIFY_VERSION }),
        // The default date follows from the rules, so it is left out.
        ...(asOf === lawReadOn(corpus.rules) ? {} : { as_of: asOf }),
        profile: { name: request.profile, checks: checks.map((check) => check.id), votes },
        engine: input.engine,
        ...(pack === null ? {} : { pack }),
        ...(byPack === null ? {} : { by_pack: byPack }),
      }),
    },
  });
  return { ...plan, transcripts };
}

/** Returns checks that need a product: a bare model has no place whose law could call for them. */
function needingProduct(
  checks: readonly Check[],
  product: ProductProfile | undefined,
): Pick<ScanPlan, "needs_product"> {
  const ofProducts = checks.filter(needsProduct).map(({ id }) => id);
  return product !== undefined || ofProducts.length === 0
    ? {}
    : { needs_product: { checks: ofProducts, of: checks.length } };
}
