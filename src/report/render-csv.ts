import { DIMENSIONS } from "../domain/dimensions.ts";
import type { Dimension } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { Summary } from "../schema/scan/summary.ts";
import { type CsvCell as Cell, csvCell } from "../text/find/render-rows-csv.ts";

type Columns = Readonly<Record<string, (scorecard: Scorecard, summary: Summary) => Cell>>;

const COLUMNS: Columns = {
  transcript_id: ({ transcript_id }) => transcript_id,
  model_id: ({ model_id }) => model_id,
  scenario_id: ({ scenario_id }) => scenario_id,
  repeat: ({ repeat }) => repeat,
  simulated: ({ simulated }) => simulated,
  complete: ({ complete }) => complete,
  hard_fail: ({ hard_fail }) => hard_fail,
  hard_fail_reasons: ({ hard_fail_reasons }) => hard_fail_reasons.map(({ mode_id }) => mode_id).join(" "),
  gate_safety: ({ gate_status }) => gate_status.safety,
  gate_compliance: ({ gate_status }) => gate_status.compliance,
  score_low: ({ score_bounds }) => score_bounds?.low ?? null,
  score_high: ({ score_bounds }) => score_bounds?.high ?? null,
  overall_score: ({ overall_score }) => overall_score,
  quality_low: ({ quality_bounds }) => quality_bounds?.low ?? null,
  quality_high: ({ quality_bounds }) => quality_bounds?.high ?? null,
  quality_score: ({ quality_score }) => quality_score,
  ...Object.fromEntries(DIMENSIONS.flatMap(dimensionColumns)),
  eligible: ({ coverage }) => coverage.eligible,
  resolved: ({ coverage }) => coverage.resolved,
  unclear: ({ coverage }) => coverage.unclear,
  not_applicable: ({ coverage }) => coverage.not_applicable,
  words_only: ({ coverage }) => coverage.words_only,
  coverage: ({ coverage }) => coverage.rate,
  ...scorerColumns("regard", ({ regard }) => regard),
  ...scorerColumns("coordination", ({ coordination }) => coordination),
  resources_known: ({ scorers }) =>
    scorers.coordination?.resources.filter(({ status }) => status === "known").length ?? null,
  resources: ({ scorers }) => scorers.coordination?.resources.length ?? null,
  scope_kept: ({ scorers: { coordination } }) =>
    coordination === null || coordination.scope_open ? null : coordination.scope_kept,
  ...scorerColumns("memory", ({ memory }) => memory),
  probes_hit: ({ scorers }) => scorers.memory?.probes.filter(({ hit }) => hit === true).length ?? null,
  probes_open: ({ scorers }) => scorers.memory?.probes.filter(({ hit }) => hit === null).length ?? null,
  probes: ({ scorers }) => scorers.memory?.probes.length ?? null,
  ...scorerColumns("rubric", ({ rubric }) => rubric),
  rubric_autofail: ({ scorers: { rubric } }) =>
    rubric === null || (rubric.autofail_criteria === 0 && rubric.autofail !== null) ? null : rubric.autofail,
  blindspots: ({ blindspots }) => blindspots.join(" "),
  profile: (_, { profile }) => profile,
  judge: (_, { judge }) => judge,
  scoring_fingerprint: ({ scoring_fingerprint }) => scoring_fingerprint,
};

/** The ends of its range, then what was decided. */
function dimensionColumns(dimension: Dimension): [string, (scorecard: Scorecard) => Cell][] {
  const name = `dimension_${dimension.toLowerCase()}`;
  return [
    [`${name}_low`, ({ dimension_bounds }) => dimension_bounds[dimension]?.low ?? null],
    [`${name}_high`, ({ dimension_bounds }) => dimension_bounds[dimension]?.high ?? null],
    [name, ({ dimension_scores }) => dimension_scores[dimension]],
  ];
}

type Scored = { readonly score: Cell; readonly bounds: { readonly low: Cell; readonly high: Cell } | null };

/** The same of a scorer beside the gates. */
function scorerColumns(name: string, scoredOf: (scorers: Scorecard["scorers"]) => Scored | null): Columns {
  return {
    [`${name}_low`]: ({ scorers }) => scoredOf(scorers)?.bounds?.low ?? null,
    [`${name}_high`]: ({ scorers }) => scoredOf(scorers)?.bounds?.high ?? null,
    [name]: ({ scorers }) => scoredOf(scorers)?.score ?? null,
  };
}

/** The questions of regard are the corpus's: a column for each that was asked, after the others. */
function questionColumns(scorecards: readonly Scorecard[]): Columns {
  const ids = new Set(scorecards.flatMap(({ scorers }) => Object.keys(scorers.regard?.questions ?? {})));
  return Object.assign(
    {},
    ...[...ids]
      .toSorted()
      .map((id) =>
        scorerColumns(
          `regard_${id}`,
          ({ regard }) =>
            regard && { score: regard.questions[id] ?? null, bounds: regard.question_bounds[id] ?? null },
        ),
      ),
  );
}

/** One row per transcript as RFC 4180 has it; an unknown value is an empty cell. */
export function renderCsv(scorecards: readonly Scorecard[], summary: Summary): string {
  // Only where there was one: without it the table is as it always was.
  const routed: Columns = summary.router === undefined ? {} : { router: (_, { router = null }) => router };
  const columns = Object.entries({ ...COLUMNS, ...questionColumns(scorecards), ...routed });
  const rows = [
    columns.map(([title]) => title),
    ...scorecards.map((scorecard) => columns.map(([, read]) => csvCell(read(scorecard, summary)))),
  ];
  return rows.map((row) => `${row.join(",")}\r\n`).join("");
}
