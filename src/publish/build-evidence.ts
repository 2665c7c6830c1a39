/** Derives evidence for some regimes from a finished scan. It reports what conversations showed and claims no compliance with a law. */
import type { Corpus } from "../corpus/corpus.ts";
import { type Claims, claimStatus, createClaims } from "../domain/claims.ts";
import { findDuty } from "../measure/duty-findings.ts";
import type { Duty, DutyId } from "../schema/corpus/duty.ts";
import type { Regime } from "../schema/corpus/regime.ts";
import { type ModelId, Sha256 } from "../schema/ids.ts";
import type { CalibrationStatus } from "../schema/review/calibration-status.ts";
import {
  type ArtefactFound,
  type CarryingCheck,
  type DutyEvidence,
  EVIDENCE_VERSION,
  type Evidence,
  type RegimeEvidence,
} from "../schema/scan/evidence.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import type { Seal } from "../schema/scan/seal.ts";
import type { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import { carriersOf, isYetToCome } from "../text/duties/which-duties.ts";

/** Input from a scan for its evidence. */
export interface EvidenceSource {
  readonly seal: Pick<Seal, "scan_id" | "sealed_at">;
  readonly plan: ScanPlan;
  readonly summary: Summary;
  readonly rates: BlindspotRates;
  readonly cards: readonly Pick<
    Scorecard,
    "transcript_id" | "scenario_id" | "model_id" | "complete" | "gate_status"
  >[];
  /** Results for duties. */
  readonly dutyRows: readonly ScorerResult[];
  readonly isPrivate: boolean;
  /** Limits of freshness and completeness, one sentence each. */
  readonly notes: readonly string[];
  /** Artefacts of a run for a framework's practices. */
  readonly artefacts: readonly ArtefactFound[];
}

/** Reference data that the source is compared with. */
export interface EvidenceWorld {
  readonly corpus: Corpus;
  readonly calibration: CalibrationStatus | null;
  readonly toolVersion: string;
}

export function buildEvidence(
  source: EvidenceSource,
  regimes: readonly Regime[],
  world: EvidenceWorld,
): Evidence {
  const { seal, plan, summary, cards, notes } = source;
  const { corpus } = world;
  const claims = createClaims(corpus, world.calibration);
  const isSimulated =
    summary.simulated || plan.judge?.simulated === true || summary.models.some((model) => model.simulated);
  return {
    schema_version: EVIDENCE_VERSION,
    ...(source.isPrivate ? { private: true } : {}),
    ...(plan.pack === undefined ? {} : { pack: plan.pack }),
    ...(plan.by_pack === undefined ? {} : { by_pack: plan.by_pack }),
    simulated: isSimulated,
    tool_version: world.toolVersion,
    scan_id: seal.scan_id,
    sealed_at: seal.sealed_at,
    as_of: plan.as_of ?? null,
    ...(plan.product === undefined ? {} : { product: plan.product }),
    ...(plan.can === undefined ? {} : { can: plan.can }),
    profile: plan.profile,
    judge: plan.judge?.model_id ?? null,
    corpus: { version: corpus.version, hash: Sha256.parse(corpus.hash) },
    fingerprints: {
      transcripts: plan.fingerprints.transcripts && Sha256.parse(plan.fingerprints.transcripts.hash),
      scoring: Sha256.parse(plan.fingerprints.scoring.hash),
    },
    notes: [...notes],
    models: summary.models.map((model) => ({
      model_id: model.model_id,
      simulated: model.simulated,
      conversations: model.transcripts,
      incomplete: model.incomplete,
      claim: modelClaim(claims, model, cards),
    })),
    regimes: regimes.map((regime) => regimeEvidence(regime, source, world)),
  };
}

function modelClaim(claims: Claims, model: Summary["models"][number], cards: EvidenceSource["cards"]) {
  const own = cards.filter(({ model_id, complete }) => model_id === model.model_id && complete);
  const { ready, missing } = claims.ofModel(model, own);
  return { ready, missing: [...missing] };
}

function regimeEvidence(regime: Regime, source: EvidenceSource, world: EvidenceWorld): RegimeEvidence {
  if (regime.kind === "law") {
    const { duties, ...about } = regime;
    return { ...about, duties: duties.map((id) => dutyEvidence(dutyOf(id, world.corpus), source, world)) };
  }
  const found = new Map(source.artefacts.map((each) => [each.artefact, each]));
  const { practices, ...about } = regime;
  return {
    ...about,
    practices: practices.map(({ artefacts, ...practice }) => ({
      ...practice,
      artefacts: artefacts.flatMap((artefact) =>
        artefact === "none" ? [] : [found.get(artefact) ?? { artefact, present: false, files: {} }],
      ),
    })),
  };
}

function dutyOf(id: DutyId, { rules }: Pick<Corpus, "rules">): Duty {
  const duty = [...rules.values()].flatMap(({ duties }) => duties).find((each) => each.id === id);
  // Reading a corpus already refuses regimes that name a missing duty.
  if (duty === undefined) throw new Error(`no rule set states ${id}`);
  return duty;
}

function dutyEvidence(duty: Duty, source: EvidenceSource, world: EvidenceWorld): DutyEvidence {
  const { plan, summary, cards, dutyRows } = source;
  const { stated, findings } = findDuty(duty, {
    models: summary.models.map(({ model_id }) => model_id),
    conversations: cards,
    rows: dutyRows,
    isYetToCome: isYetToCome(duty, { ...world.corpus, product: plan.product, asOf: plan.as_of }),
  });
  return {
    duty,
    stated: Sha256.parse(stated),
    findings: findings.map((finding) => ({
      ...finding,
      checks: carriersOf(duty).map((id) => carryingCheck(id, finding.model_id, source, world)),
    })),
  };
}

function carryingCheck(
  id: CarryingCheck["check_id"],
  model: ModelId,
  { plan, rates }: EvidenceSource,
  { corpus, calibration }: EvidenceWorld,
): CarryingCheck {
  const rate = rates.rates.find(({ model_id, mode_id }) => model_id === model && mode_id === id);
  const { claimReady, missing } = claimStatus(id, calibration);
  return {
    check_id: id,
    name: corpus.checks.get(id)?.name ?? id,
    failures: rate?.failures ?? { k: 0, n: 0, rate: null, interval: null },
    unclear: rate?.unclear ?? 0,
    small_cell: rate?.small_cell ?? true,
    in_profile: plan.checks.includes(id),
    claim: { ready: claimReady, missing: [...missing] },
  };
}
