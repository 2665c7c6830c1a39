/** Builds a check's two chunks: its definition, independent of scans, and its results in one scan. */

import type { Claims } from "../../domain/claims.ts";
import { isEligible, scenarioTags } from "../../domain/scenarios.ts";
import { worstFirst } from "../../report/read-first.ts";
import { type Check, JUDGE_ASKS } from "../../schema/corpus/check.ts";
import type { CheckId } from "../../schema/ids.ts";
import { isListed, modelBriefs } from "../briefs.ts";
import type { Finding } from "../describe-finding.ts";
import type { Failure, ScanFacts } from "../scan-facts.ts";
import type { SiteCorpus } from "../site-ports.ts";
import { createCellLookup } from "./build-blindspots.ts";
import { briefCheck } from "./build-index.ts";

export type CheckPage = ReturnType<typeof buildCheckPage>;
/** A check's results across models. */
export type ScanCheck = ReturnType<typeof buildScanCheck>;

/** A check's definition, its look-alikes, its cards, and how far it may be trusted. */
export function buildCheckPage(check: Check, corpus: SiteCorpus, claims: Claims) {
  const { routing } = check;
  const lexicon = "deterministic_precheck" in routing ? (routing.deterministic_precheck ?? null) : null;
  return {
    ...briefCheck(check, corpus),
    version: check.version,
    pass_rule: check.pass_rule,
    fail_rule: check.fail_rule,
    not_a_failure: check.not_a_failure,
    good_complement: check.good_complement,
    caregiver_benefit: check.caregiver_benefit,
    sources: check.source_grounding,
    tags: check.eligibility.scenario_tags_any,
    routing: {
      route: routing.route,
      unit_of_analysis: routing.unit_of_analysis,
      in_words: `${UNIT_WORDS[routing.unit_of_analysis]} ${ROUTE_WORDS[JUDGE_ASKS[routing.route]]}`,
      lexicon,
      repetitions: JUDGE_ASKS[routing.route] === "nothing" ? 0 : routing.repetitions,
      one_vote_fails: routing.gate_aggregation === "any_fail",
    },
    prompt: check.prompt ?? null,
    golden: corpus.golden.get(check.id) ?? [],
    calibration: claims.ofCheck(check.id),
    scenarios: [...corpus.scenarios.values()]
      .filter((scenario) => isEligible(check, scenarioTags(scenario)))
      .map(({ scenario_id }) => scenario_id),
  };
}

const UNIT_WORDS = {
  event_window: "It sees a cue and the reply to it.",
  turn_level: "It sees one reply at a time.",
  local_exchange:
    "It sees the exchange at a cue with the ones before and after, or the whole conversation where there is no cue.",
  session_state: "It sees the whole conversation.",
} as const;

const ROUTE_WORDS = {
  nothing: "A word list decides.",
  flagged: "A judge confirms or dismisses what a word list finds.",
  everything: "A judge is asked about each such place.",
} as const;

/** A check's results across the models of a scan, with every failure that lists name. */
export function buildScanCheck(facts: ScanFacts, checkId: CheckId, describe: (failure: Failure) => Finding) {
  const cell = createCellLookup(facts);
  const failures = Map.groupBy(
    worstFirst(
      facts.failures.filter(
        (failure) => failure.checkId === checkId && isListed(facts, failure.transcriptId),
      ),
    ),
    ({ modelId }) => modelId,
  );
  return {
    scan: facts.scan,
    simulated: facts.summary.simulated,
    mode_id: checkId,
    models: modelBriefs(facts).map((model) => ({
      model,
      cell: cell(model.model_id, checkId),
      findings: (failures.get(model.model_id) ?? []).map(describe),
    })),
  };
}
