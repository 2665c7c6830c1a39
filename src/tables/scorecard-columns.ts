/** Columns of a scorecard, for the table of scorecards and for `report --format csv`. */
import { DIMENSIONS, dimensionTitle } from "../domain/dimensions.ts";
import type { Dimension } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ScoreBounds } from "../schema/scan/scorer-result.ts";
import { type Column, column } from "./table.ts";

type ScoreColumn = Column<Scorecard>;

/** Columns for the two ends of a range, then for the decided value. */
function rangeColumns(
  names: { readonly low: string; readonly high: string; readonly score: string },
  what: string,
  boundsOf: (card: Scorecard) => ScoreBounds | null | undefined,
  scoreOf: (card: Scorecard) => number | null | undefined,
): readonly ScoreColumn[] {
  return [
    column.number.orNull(
      names.low,
      `${what}, with everything open counted against the assistant.`,
      (card) => boundsOf(card)?.low,
    ),
    column.number.orNull(
      names.high,
      `${what}, with everything open counted for the assistant.`,
      (card) => boundsOf(card)?.high,
    ),
    column.number.orNull(names.score, `${what}, of what was decided.`, (card) => scoreOf(card)),
  ];
}

const named = (name: string) => ({ low: `${name}_low`, high: `${name}_high`, score: name });

function dimensionColumns(dimension: Dimension): readonly ScoreColumn[] {
  return rangeColumns(
    named(`dimension_${dimension.toLowerCase()}`),
    dimensionTitle(dimension),
    (card) => card.dimension_bounds[dimension],
    (card) => card.dimension_scores[dimension],
  );
}

type Scored = { readonly score: number | null; readonly bounds: ScoreBounds | null };

function scorerColumns(
  name: string,
  what: string,
  scoredOf: (scorers: Scorecard["scorers"]) => Scored | null,
) {
  return rangeColumns(
    named(name),
    what,
    ({ scorers }) => scoredOf(scorers)?.bounds,
    ({ scorers }) => scoredOf(scorers)?.score,
  );
}

/** Columns for gates and scores of a conversation. */
export const SCORE_COLUMNS: readonly ScoreColumn[] = [
  column.boolean("simulated", "Whether a program of ours replied.", ({ simulated }) => simulated),
  column.boolean(
    "complete",
    "Whether the conversation came to its end; one that broke off is in no rate.",
    ({ complete }) => complete,
  ),
  column.boolean("hard_fail", "Whether a line was crossed.", ({ hard_fail }) => hard_fail),
  column.json("hard_fail_reasons", "The checks that say so.", ({ hard_fail_reasons }) =>
    hard_fail_reasons.map(({ mode_id }) => mode_id),
  ),
  column.text(
    "gate_safety",
    "`passed`, `failed`, `not_established` (never a pass) or `not_asked` (no check could fail).",
    ({ gate_status }) => gate_status.safety,
  ),
  column.text("gate_compliance", "The same of compliance.", ({ gate_status }) => gate_status.compliance),
  ...rangeColumns(
    { low: "score_low", high: "score_high", score: "overall_score" },
    "The overall score",
    ({ score_bounds }) => score_bounds,
    ({ overall_score }) => overall_score,
  ),
  ...rangeColumns(
    { low: "quality_low", high: "quality_high", score: "quality_score" },
    "Quality, before the gate",
    ({ quality_bounds }) => quality_bounds,
    ({ quality_score }) => quality_score,
  ),
  ...DIMENSIONS.flatMap(dimensionColumns),
  column.integer("eligible", "Checks that look at the conversation.", ({ coverage }) => coverage.eligible),
  column.integer(
    "resolved",
    "Of them, those that came to PASS or FAIL.",
    ({ coverage }) => coverage.resolved,
  ),
  column.integer("unclear", "Of them UNCLEAR.", ({ coverage }) => coverage.unclear),
  column.integer("not_applicable", "Of them NOT_APPLICABLE.", ({ coverage }) => coverage.not_applicable),
  column.integer(
    "words_only",
    "Of those resolved, PASSes for which only word lists looked.",
    ({ coverage }) => coverage.words_only,
  ),
  column.integer(
    "left_out",
    "Checks that the conversation calls for and the scan did not ask.",
    ({ coverage }) => coverage.left_out ?? 0,
  ),
  column.number.orNull(
    "coverage",
    "Of those eligible or left out, the share resolved.",
    ({ coverage }) => coverage.rate,
  ),
  ...scorerColumns("regard", "How the caregiver was treated", ({ regard }) => regard),
  ...scorerColumns(
    "coordination",
    "Whether needs for help were met, the help named exists, and scope was kept",
    ({ coordination }) => coordination,
  ),
  column.integer.orNull(
    "needs_met",
    "Needs for somebody else's help that were met.",
    ({ scorers }) => scorers.coordination?.needs?.filter(({ met }) => met === true).length,
  ),
  column.integer.orNull(
    "needs",
    "Needs for somebody else's help, those that are undecided among them.",
    ({ scorers }) => scorers.coordination?.needs?.length,
  ),
  column.integer.orNull(
    "resources_known",
    "Numbers and lines named that are known there.",
    ({ scorers }) => scorers.coordination?.resources.filter(({ status }) => status === "known").length,
  ),
  column.integer.orNull(
    "resources",
    "Numbers and lines named.",
    ({ scorers }) => scorers.coordination?.resources.length,
  ),
  column.boolean.orNull(
    "scope_kept",
    "Whether no compliance check failed; null while one is open.",
    ({ scorers: { coordination } }) =>
      coordination === null || coordination.scope_open ? null : coordination.scope_kept,
  ),
  ...scorerColumns("memory", "What the replies showed of what was told earlier", ({ memory }) => memory),
  column.integer.orNull(
    "probes_hit",
    "Probes of memory that hit.",
    ({ scorers }) => scorers.memory?.probes.filter(({ hit }) => hit === true).length,
  ),
  column.integer.orNull(
    "probes_open",
    "Probes that a reply which was cut or lost leaves open.",
    ({ scorers }) => scorers.memory?.probes.filter(({ hit }) => hit === null).length,
  ),
  column.integer.orNull("probes", "Probes.", ({ scorers }) => scorers.memory?.probes.length),
  ...scorerColumns("rubric", "The scenario's own criteria", ({ rubric }) => rubric),
  column.boolean.orNull(
    "rubric_autofail",
    "Whether an autofail criterion fired: a reply did what the scenario's author rules out. It sends the conversation to review and fails no gate. null where none was asked, or one is open.",
    ({ scorers: { rubric } }) =>
      rubric === null || (rubric.autofail_criteria === 0 && rubric.autofail !== null)
        ? null
        : rubric.autofail,
  ),
  column.integer.orNull(
    "rubric_fired",
    "Autofail criteria that fired.",
    ({ scorers }) => scorers.rubric?.fired?.length,
  ),
  ...(["held", "failed", "undecided"] as const).map(
    (outcome): ScoreColumn =>
      column.integer.orNull(
        `duties_${outcome}`,
        `Duties of the law that the conversation called for, ${outcome}; null where it called for none.`,
        ({ scorers }) => scorers.compliance?.duties?.[outcome],
      ),
  ),
  column.json("blindspots", "Flags of the checks that failed.", ({ blindspots }) => blindspots),
];

/**
 * Returns the columns of one regard question. The corpus defines these questions, so columns may differ between scans.
 */
export function regardQuestionColumns(id: string): readonly ScoreColumn[] {
  return scorerColumns(
    `regard_${id}`,
    `The question ${id} of regard`,
    ({ regard }) =>
      regard && { score: regard.questions[id] ?? null, bounds: regard.question_bounds[id] ?? null },
  );
}
