/** Shows the sources of the uncertainty of scores at a terminal. */

import {
  formatQuantity,
  formatRate,
  formatScore,
  formatScoreInterval,
  formatUsd,
} from "../../../domain/number-words.ts";
import type { UncertaintyCalibration } from "../../../index.ts";
import { renderTable } from "../../../report/render-table.ts";

type Model = UncertaintyCalibration["models"][number];
type Study = NonNullable<Model["study"]>;
type Option = Study["options"][number];

export function renderUncertainty(result: UncertaintyCalibration, width: number): string {
  const models = result.models.map((model) => renderModel(model, result.score, width));
  return [...models, renderVotes(result, width)].join("\n\n");
}

const SOURCES = {
  family: "scenario family",
  scenario: "scenario in its family",
  repeat: "repeat of a scenario",
  judge: "judge",
  judge_and_conversation: "judge on a conversation",
} as const;

const HOW_TO_LEARN = {
  family: "the scenarios are of one family",
  scenario: "there is one scenario",
  repeat: "there is one conversation",
  judge: "one judge was asked; scan the same run with another --judge, and name both scans",
  judge_and_conversation: "there is one score",
} as const;

const COMPONENT_COLUMNS = [
  { title: "Varies by" },
  { title: "Number", align: "right" },
  { title: "Standard deviation", align: "right" },
  { title: "Share", align: "right" },
] as const;

function renderModel(model: Model, score: string, width: number): string {
  const { estimate, range, unscored, components, unknown, voteVariance, study } = model;
  const total = components.reduce((sum, { variance }) => sum + Math.max(0, variance), 0);
  const rows = components.map(({ sources, levels, variance }) => [
    sources.map((source) => SOURCES[source]).join(" + "),
    String(levels),
    Math.sqrt(Math.max(0, variance)).toFixed(3),
    total === 0 ? "—" : formatRate(Math.max(0, variance) / total),
  ]);
  const together = components.some(({ sources }) => sources.length > 1);
  return [
    `${model.model}: ${score} score ${formatScore(estimate.mean)} on ${formatQuantity(estimate.conversations, "conversation")} of ${formatQuantity(estimate.scenarios, "scenario")} in ${formatQuantity(estimate.families, "family", "families")}`,
    `  over scenario families     ${formatScoreInterval(estimate.familyInterval) || "—"}`,
    `  with the judges in it      ${judgesInIt(estimate)}`,
    ...(range === null
      ? []
      : [
          `  what is open, either way   ${formatScoreInterval(range)}${range.interval === null ? "" : `, with the judges ${formatScoreInterval(range.interval)}`}`,
        ]),
    ...(unscored === 0
      ? []
      : [`  ${formatQuantity(unscored, "conversation")} without any score, and in no figure here`]),
    ...(estimate.notScoredByAll === 0
      ? []
      : [`  ${formatQuantity(estimate.notScoredByAll, "conversation")} without a score by every judge`]),
    "",
    ...(rows.length === 0
      ? [`Where it comes from is unknown: ${model.reason ?? "nothing was scored"}.`]
      : [renderTable(COMPONENT_COLUMNS, rows, width)]),
    ...(components.some(({ variance }) => variance < 0)
      ? ["0.000: so little that the estimate is below 0."]
      : []),
    ...(together ? ["A + B: the data cannot tell them apart."] : []),
    ...unknown.map((source) => `${SOURCES[source]}: unknown, not 0 (${HOW_TO_LEARN[source]}).`),
    voteVariance === null
      ? "vote: unknown, not 0 (score it with --profile full --repetitions 3, so that every vote is cast)."
      : `vote: ${Math.sqrt(voteVariance).toFixed(3)} of a score by one vote on every question; it is within the last line above.`,
    ...(study === null ? [] : ["", ...renderStudy(study, width)]),
  ].join("\n");
}

function judgesInIt({ judges, interval }: Model["estimate"]): string {
  if (judges < 2) return "unknown: one judge was asked";
  return interval === null ? "—" : `${formatScoreInterval(interval)} (${judges} judges)`;
}

const LEVERS = {
  scenarios: { one: "scenario", many: "scenarios" },
  repeats: { one: "repeat of each", many: "repeats of each" },
  judges: { one: "judge of all", many: "judges of all" },
  votes: { one: "vote on each", many: "votes on each" },
} as const;

function renderStudy(study: Study, width: number): readonly string[] {
  const priced = (amount: number | null) =>
    amount === null
      ? "—"
      : study.unit === "usd"
        ? formatUsd(amount)
        : formatQuantity(Math.round(amount), "call");
  const more = ({ lever }: Option, count: number) =>
    `${count} more ${count === 1 ? LEVERS[lever].one : LEVERS[lever].many}`;
  const per = study.unit === "usd" ? "dollar" : "1,000 calls";
  const rows = study.options
    .filter(({ unknown }) => unknown === undefined)
    .map((option) => [
      option.halves === null
        ? `${LEVERS[option.lever].many}: none alone (±${(option.atBest ?? 0).toFixed(3)} at best)`
        : more(option, option.halves.more),
      priced(option.halves?.price ?? null),
      option.next === null ? "—" : more(option, option.next.more),
      option.next === null ? "—" : `±${option.next.halfWidth.toFixed(3)}`,
      priced(option.next?.price ?? null),
      gained(option, study.unit),
    ]);
  return [
    `What would narrow ±${study.halfWidth.toFixed(3)}:`,
    renderTable(
      [
        { title: "To halve it" },
        { title: "Price", align: "right" },
        { title: "Next step" },
        { title: "gives", align: "right" },
        { title: "Price", align: "right" },
        { title: `Narrower per ${per}`, align: "right" },
      ],
      rows,
      width,
    ),
    ...study.options.flatMap(({ lever, unknown }) =>
      unknown === undefined ? [] : [`${LEVERS[lever].many}: unknown (${unknown}).`],
    ),
    ...(study.rotation === null
      ? []
      : [
          `The same judges taking turns, one for each conversation: ±${study.rotation.halfWidth.toFixed(3)}, judging for ${priced(study.rotation.price)}.`,
        ]),
    ...(study.best === null ? [] : [`Most for its price: ${LEVERS[study.best].many}.`]),
  ];
}

function gained({ next }: Option, unit: Study["unit"]): string {
  if (next === null || next.narrowerPerUnit === null) return "—";
  return (unit === "usd" ? next.narrowerPerUnit : 1000 * next.narrowerPerUnit).toFixed(4);
}

type VoteWorth = UncertaintyCalibration["judges"][number]["votes"][number];

/** Formats "3 votes, worth 1.2". */
export function worthOfVotes({ votes, worth }: Pick<VoteWorth, "votes" | "worth">): string {
  return `${formatQuantity(votes, "vote")}, worth ${worth === null ? "unknown" : worth.toFixed(1)}`;
}

const VOTE_COLUMNS = [
  { title: "Judge" },
  { title: "Votes" },
  { title: "Correlation", align: "right" },
  { title: "Questions", align: "right" },
] as const;

function renderVotes({ judges }: UncertaintyCalibration, width: number): string {
  const rows = judges.flatMap(({ judge, votes }) =>
    votes.map((each) => [
      judge,
      worthOfVotes(each),
      each.correlation === null ? "—" : each.correlation.toFixed(2),
      String(each.questions),
    ]),
  );
  if (rows.length === 0) return "No judge voted.";
  const all = judges.flatMap(({ votes }) => votes);
  const leftOut = all.reduce((sum, each) => sum + (each.votes > 1 ? each.leftOut : 0), 0);
  const ofErrors = all.some((each) => each.of === "errors");
  return [
    renderTable(VOTE_COLUMNS, rows, width),
    ofErrors
      ? "Worth: as many votes whose errors had nothing in common, by people's labels."
      : "Worth: as many votes on different conversations. It is from how alike answers are; how alike errors are takes --labels.",
    ...(leftOut === 0
      ? []
      : [
          `${formatQuantity(leftOut, "question")} left out: whether there was a second vote depended on the first.`,
        ]),
  ].join("\n");
}
