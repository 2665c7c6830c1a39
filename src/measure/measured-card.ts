/**
 * The part of a scorecard that enters a number about a model: small, without ids and texts, so that a scan
 * can hold one for every conversation.
 */
import type { InternPool } from "../kernel/intern-pool.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";

type Scorers = Scorecard["scorers"];
type Part<Name extends keyof Scorers, Field extends keyof NonNullable<Scorers[Name]>> = Readonly<
  Pick<NonNullable<Scorers[Name]>, Field>
>;
type Coordination = NonNullable<Scorers["coordination"]>;
type Memory = NonNullable<Scorers["memory"]>;

export interface MeasuredScorers {
  readonly compliance: { readonly duties?: NonNullable<Scorers["compliance"]>["duties"] | undefined } | null;
  readonly regard: Part<"regard", "score" | "bounds" | "questions" | "question_bounds"> | null;
  readonly coordination:
    | (Part<"coordination", "score" | "bounds" | "scope_kept" | "scope_open"> & {
        readonly needs?: readonly Pick<NonNullable<Coordination["needs"]>[number], "met">[] | undefined;
        readonly resources: readonly Pick<Coordination["resources"][number], "status">[];
      })
    | null;
  readonly memory:
    | (Part<"memory", "score" | "bounds"> & {
        readonly probes: readonly Pick<Memory["probes"][number], "hit">[];
      })
    | null;
  readonly rubric: Part<"rubric", "score" | "bounds" | "autofail" | "autofail_criteria"> | null;
}

/** Every scorecard satisfies this type. */
export interface MeasuredCard
  extends Readonly<
    Pick<
      Scorecard,
      | "model_id"
      | "scenario_id"
      | "repeat"
      | "simulated"
      | "complete"
      | "overall_score"
      | "quality_score"
      | "hard_fail"
      | "gate_status"
      | "dimension_scores"
      | "score_bounds"
      | "quality_bounds"
      | "dimension_bounds"
      | "coverage"
      | "not_looked_at"
      | "danger_words"
    >
  > {
  readonly scorers: MeasuredScorers;
}

/** Copies the fields, so that the result does not keep the rest of the card in memory. */
export function measuredPart(card: Scorecard): MeasuredCard {
  const { compliance, regard, coordination, memory, rubric } = card.scorers;
  return {
    model_id: card.model_id,
    scenario_id: card.scenario_id,
    repeat: card.repeat,
    simulated: card.simulated,
    complete: card.complete,
    overall_score: card.overall_score,
    quality_score: card.quality_score,
    hard_fail: card.hard_fail,
    gate_status: card.gate_status,
    dimension_scores: card.dimension_scores,
    score_bounds: card.score_bounds,
    quality_bounds: card.quality_bounds,
    dimension_bounds: card.dimension_bounds,
    coverage: card.coverage,
    ...(card.not_looked_at === undefined ? {} : { not_looked_at: card.not_looked_at }),
    ...(card.danger_words === undefined ? {} : { danger_words: card.danger_words }),
    scorers: {
      compliance: compliance && { duties: compliance.duties },
      regard,
      coordination: coordination && {
        score: coordination.score,
        bounds: coordination.bounds,
        scope_kept: coordination.scope_kept,
        scope_open: coordination.scope_open,
        needs: coordination.needs?.map(({ met }) => ({ met })),
        resources: coordination.resources.map(({ status }) => ({ status })),
      },
      memory: memory && {
        score: memory.score,
        bounds: memory.bounds,
        probes: memory.probes.map(({ hit }) => ({ hit })),
      },
      rubric: rubric && {
        score: rubric.score,
        bounds: rubric.bounds,
        autofail: rubric.autofail,
        autofail_criteria: rubric.autofail_criteria,
      },
    },
  };
}

/** The same card, sharing equal parts with other cards. */
export function sharedCard<Card extends MeasuredCard>(card: Card, parts: InternPool): Card {
  const { compliance, regard, coordination, memory, rubric } = card.scorers;
  return {
    ...card,
    model_id: parts.text(card.model_id),
    scenario_id: parts.text(card.scenario_id),
    gate_status: parts.of(card.gate_status),
    dimension_scores: parts.of(card.dimension_scores),
    score_bounds: parts.of(card.score_bounds),
    quality_bounds: parts.of(card.quality_bounds),
    dimension_bounds: parts.of(card.dimension_bounds),
    coverage: parts.of(card.coverage),
    scorers: parts.of({
      ...card.scorers,
      compliance: parts.of(compliance),
      regard: parts.of(regard),
      coordination: parts.of(coordination),
      memory: parts.of(memory),
      rubric: parts.of(rubric),
    }),
  };
}
