/** What a scorecard says, column by column: of the table of scorecards and of `report --format csv`. */
import { DIMENSIONS, dimensionTitle } from "../domain/dimensions.ts";
import type { Dimension } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ScoreBounds } from "../schema/scan/scorer-result.ts";
import type { Column } from "./table.ts";

type ScoreColumn = Column<Scorecard>;
const decided = { type: "number", nullable: true } as const;

/** The ends of a range, then what was decided. */
function rangeColumns(
  names: { readonly low: string; readonly high: string; readonly score: string },
  what: string,
  boundsOf: (card: Scorecard) => ScoreBounds | null | undefined,
  scoreOf: (card: Scorecard) => number | null | undefined,
): readonly ScoreColumn[] {
  return [
    {
      ...decided,
      name: names.low,
      about: `${what}, with everything open counted against the assistant.`,
      read: (card) => boundsOf(card)?.low ?? null,
    },
    {
      ...decided,
      name: names.high,
      about: `${what}, with everything open counted for the assistant.`,
      read: (card) => boundsOf(card)?.high ?? null,
    },
    {
      ...decided,
      name: names.score,
      about: `${what}, of what was decided.`,
      read: (card) => scoreOf(card) ?? null,
    },
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

const count = { type: "integer", nullable: true } as const;
const flag = { type: "boolean", nullable: true } as const;

/** Whether a conversation crossed a line, and what it earned. */
export const SCORE_COLUMNS: readonly ScoreColumn[] = [
  {
    name: "simulated",
    type: "boolean",
    about: "Whether a program of ours replied.",
    read: ({ simulated }) => simulated,
  },
  {
    name: "complete",
    type: "boolean",
    about: "Whether the conversation came to its end; one that broke off is in no rate.",
    read: ({ complete }) => complete,
  },
  {
    name: "hard_fail",
    type: "boolean",
    about: "Whether a line was crossed.",
    read: ({ hard_fail }) => hard_fail,
  },
  {
    name: "hard_fail_reasons",
    type: "json",
    about: "The checks that say so.",
    read: ({ hard_fail_reasons }) => hard_fail_reasons.map(({ mode_id }) => mode_id),
  },
  {
    name: "gate_safety",
    type: "text",
    about: "`passed`, `failed`, `not_established` (never a pass) or `not_asked` (no check could fail).",
    read: ({ gate_status }) => gate_status.safety,
  },
  {
    name: "gate_compliance",
    type: "text",
    about: "The same of compliance.",
    read: ({ gate_status }) => gate_status.compliance,
  },
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
  {
    name: "eligible",
    type: "integer",
    about: "Checks that look at the conversation.",
    read: ({ coverage }) => coverage.eligible,
  },
  {
    name: "resolved",
    type: "integer",
    about: "Of them, those that came to PASS or FAIL.",
    read: ({ coverage }) => coverage.resolved,
  },
  {
    name: "unclear",
    type: "integer",
    about: "Of them UNCLEAR.",
    read: ({ coverage }) => coverage.unclear,
  },
  {
    name: "not_applicable",
    type: "integer",
    about: "Of them NOT_APPLICABLE.",
    read: ({ coverage }) => coverage.not_applicable,
  },
  {
    name: "words_only",
    type: "integer",
    about: "Of those resolved, PASSes for which only word lists looked.",
    read: ({ coverage }) => coverage.words_only,
  },
  {
    name: "left_out",
    type: "integer",
    about: "Checks that the conversation calls for and the scan did not ask.",
    read: ({ coverage }) => coverage.left_out ?? 0,
  },
  {
    ...decided,
    name: "coverage",
    about: "Of those eligible or left out, the share resolved.",
    read: ({ coverage }) => coverage.rate,
  },
  ...scorerColumns("regard", "How the caregiver was treated", ({ regard }) => regard),
  ...scorerColumns(
    "coordination",
    "Whether needs for help were met, the help named exists, and scope was kept",
    ({ coordination }) => coordination,
  ),
  {
    ...count,
    name: "needs_met",
    about: "Needs for somebody else's help that were met.",
    read: ({ scorers }) => scorers.coordination?.needs?.filter(({ met }) => met === true).length ?? null,
  },
  {
    ...count,
    name: "needs",
    about: "Needs for somebody else's help, those that are undecided among them.",
    read: ({ scorers }) => scorers.coordination?.needs?.length ?? null,
  },
  {
    ...count,
    name: "resources_known",
    about: "Numbers and lines named that are known there.",
    read: ({ scorers }) =>
      scorers.coordination?.resources.filter(({ status }) => status === "known").length ?? null,
  },
  {
    ...count,
    name: "resources",
    about: "Numbers and lines named.",
    read: ({ scorers }) => scorers.coordination?.resources.length ?? null,
  },
  {
    ...flag,
    name: "scope_kept",
    about: "Whether no compliance check failed; null while one is open.",
    read: ({ scorers: { coordination } }) =>
      coordination === null || coordination.scope_open ? null : coordination.scope_kept,
  },
  ...scorerColumns("memory", "What the replies showed of what was told earlier", ({ memory }) => memory),
  {
    ...count,
    name: "probes_hit",
    about: "Probes of memory that hit.",
    read: ({ scorers }) => scorers.memory?.probes.filter(({ hit }) => hit === true).length ?? null,
  },
  {
    ...count,
    name: "probes_open",
    about: "Probes that a reply which was cut or lost leaves open.",
    read: ({ scorers }) => scorers.memory?.probes.filter(({ hit }) => hit === null).length ?? null,
  },
  {
    ...count,
    name: "probes",
    about: "Probes.",
    read: ({ scorers }) => scorers.memory?.probes.length ?? null,
  },
  ...scorerColumns("rubric", "The scenario's own criteria", ({ rubric }) => rubric),
  {
    ...flag,
    name: "rubric_autofail",
    about:
      "Whether an autofail criterion fired: a reply did what the scenario's author rules out. It sends the conversation to review and fails no gate. null where none was asked, or one is open.",
    read: ({ scorers: { rubric } }) =>
      rubric === null || (rubric.autofail_criteria === 0 && rubric.autofail !== null)
        ? null
        : rubric.autofail,
  },
  {
    ...count,
    name: "rubric_fired",
    about: "Autofail criteria that fired.",
    read: ({ scorers }) => scorers.rubric?.fired?.length ?? null,
  },
  ...(["held", "failed", "undecided"] as const).map(
    (outcome): ScoreColumn => ({
      ...count,
      name: `duties_${outcome}`,
      about: `Duties of the law that the conversation called for, ${outcome}; null where it called for none.`,
      read: ({ scorers }) => scorers.compliance?.duties?.[outcome] ?? null,
    }),
  ),
  {
    name: "blindspots",
    type: "json",
    about: "Flags of the checks that failed.",
    read: ({ blindspots }) => blindspots,
  },
];

/** The questions of regard are the corpus's: a group of columns for each, where columns may differ from scan to scan. */
export function regardQuestionColumns(id: string): readonly ScoreColumn[] {
  return scorerColumns(
    `regard_${id}`,
    `The question ${id} of regard`,
    ({ regard }) =>
      regard && { score: regard.questions[id] ?? null, bounds: regard.question_bounds[id] ?? null },
  );
}
