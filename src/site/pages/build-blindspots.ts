import { conversationKey } from "../../domain/keys.ts";
import { shorten } from "../../domain/visible-text.ts";
import { worstFirst } from "../../report/read-first.ts";
import { NOT_LOOKED_WORDS } from "../../report/words.ts";
import type { CheckId, ModelId } from "../../schema/ids.ts";
import type { BlindspotRate } from "../../schema/scan/summary.ts";
import { modelBriefs } from "../briefs.ts";
import { omissionIn } from "../describe-finding.ts";
import type { Failure, ScanFacts } from "../scan-facts.ts";
import type { SiteCorpus } from "../site-ports.ts";
import { sortedChecks } from "./build-index.ts";

/** How often one model failed one check. */
export type BlindspotCell = ReturnType<typeof cellOf> & {
  /** Conversations in which the check was not asked, by cause; absent if there are none. */
  readonly unlooked?: readonly { readonly because: string; readonly conversations: number }[];
};
export type BlindspotMatrix = ReturnType<typeof buildBlindspots>;
export type CellProof = NonNullable<ReturnType<typeof proofOf>>;

/** Checks × models, by dimension; a check that no model met has a row of empty cells. */
export function buildBlindspots(facts: ScanFacts, corpus: SiteCorpus) {
  const models = modelBriefs(facts);
  const cell = createCellLookup(facts);
  const worst = worstByCell(facts);
  return {
    scan: facts.scan,
    simulated: facts.summary.simulated,
    models,
    rows: sortedChecks(corpus).map(({ id, primary_bucket }) => ({
      mode_id: id,
      dimension: primary_bucket,
      cells: models.map(({ model_id }) => cell(model_id, id)),
      proofs: models.map(({ model_id }) => proofOf(worst.get(`${model_id}#${id}`), corpus)),
    })),
  };
}

const LONGEST_PROOF = 240;

function proofOf(failure: Failure | undefined, corpus: SiteCorpus) {
  if (failure === undefined) return null;
  return {
    turn: failure.turn,
    quote: shorten(failure.quote, LONGEST_PROOF),
    missing: shorten(omissionIn(failure, corpus)?.missing ?? null, LONGEST_PROOF),
  };
}

/** The most severe and certain failure of each model at each check. */
function worstByCell({ failures }: ScanFacts): ReadonlyMap<string, Failure> {
  const worst = new Map<string, Failure>();
  for (const failure of worstFirst(failures)) {
    const key = `${failure.modelId}#${failure.checkId}`;
    if (!worst.has(key)) worst.set(key, failure);
  }
  return worst;
}

const NOTHING_DECIDED: BlindspotCell = {
  k: 0,
  n: 0,
  rate: null,
  interval: null,
  small: true,
  unclear: 0,
  not_applicable: 0,
  mistagged: false,
  left_out: true,
  worst: null,
};

/** Looks up how often a model failed a check; `null` if the check was asked and had no opportunity. */
export function createCellLookup(
  facts: ScanFacts,
): (modelId: ModelId, checkId: CheckId) => BlindspotCell | null {
  const rates = new Map(facts.rates.rates.map((rate) => [`${rate.model_id}#${rate.mode_id}`, rate]));
  // On a board of several scans the plan is from one scan, but the rates cover all.
  const lookedFor = new Set([...facts.plan.checks, ...facts.rates.rates.map(({ mode_id }) => mode_id)]);
  const worst = worstByCell(facts);
  return (modelId, checkId) => {
    const key = `${modelId}#${checkId}`;
    const rate = rates.get(key);
    const failure = worst.get(key);
    const unlooked = unlookedOf(facts, modelId, checkId);
    if (rate !== undefined)
      return { ...cellOf(rate, failure ? conversationKey(failure.transcriptId) : null), ...unlooked };
    const isLookedFor = lookedFor.has(checkId) && unlooked.unlooked === undefined;
    return isLookedFor ? null : { ...NOTHING_DECIDED, ...unlooked };
  };
}

function unlookedOf(
  { unlooked }: Pick<ScanFacts, "unlooked">,
  modelId: ModelId,
  checkId: CheckId,
): Pick<BlindspotCell, "unlooked"> {
  const counts = [...(unlooked.get(modelId)?.get(checkId) ?? [])];
  if (counts.length === 0) return {};
  return {
    unlooked: counts.map(([why, conversations]) => ({ because: NOT_LOOKED_WORDS[why], conversations })),
  };
}

function cellOf(rate: BlindspotRate, worst: string | null) {
  return {
    ...rate.failures,
    /** Too few opportunities for a rate: show k/n. */
    small: rate.small_cell,
    // Includes incomplete conversations, which are undecided too.
    unclear: rate.with_open === undefined ? rate.unclear : rate.with_open.n - rate.failures.n,
    not_applicable: rate.not_applicable,
    mistagged: rate.mistagged,
    /** The check was not asked, so its opportunities are unknown. */
    left_out: false,
    /** A conversation in which the model failed the check. */
    worst,
  };
}
