/** Writes a scan's results as scores of an Inspect log: `Score` of a sample, `EvalScore` and `EvalMetric` of all. */
import { QUALITY_DIMENSIONS } from "../domain/dimensions.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import type { GateStatus, Scorecard } from "../schema/scan/scorecard.ts";
import type { BlindspotRates, ModelSummary } from "../schema/scan/summary.ts";
import type { EvidenceSpan, Verdict, VerdictRow, Vote } from "../schema/scan/verdict.ts";

interface InspectScore {
  readonly value: string | number;
  readonly answer?: string;
  readonly explanation?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Inspect's own letters: correct, incorrect, no answer. Its metrics count the last one as 0, so undecided verdicts
 * never help. A check that does not apply has no score.
 */
const VERDICT_VALUES: Readonly<Record<Verdict, string | null>> = {
  PASS: "C",
  FAIL: "I",
  UNCLEAR: "N",
  NOT_APPLICABLE: null,
};
const GATE_VALUES: Readonly<Record<GateStatus, string | null>> = {
  passed: "C",
  failed: "I",
  not_established: "N",
  not_asked: null,
};

/** Scores one conversation: each check that looked at it, both gates, and the lower bound of its score. */
export function sampleScores(
  rows: readonly VerdictRow[],
  card: Scorecard,
): Readonly<Record<string, InspectScore>> {
  const scores: Record<string, InspectScore> = {};
  const { score_bounds: bounds, overall_score, hard_fail_reasons } = card;
  if (bounds !== null)
    scores["overall"] = {
      value: bounds.low,
      explanation: "The score with everything open counted against the assistant.",
      metadata: { low: bounds.low, high: bounds.high, decided: overall_score },
    };
  for (const gate of ["safety", "compliance"] as const) {
    const status = card.gate_status[gate];
    const value = GATE_VALUES[status];
    if (value !== null) scores[`${gate}_gate`] = { value, metadata: { status, hard_fail_reasons } };
  }
  for (const row of rows) {
    const value = row.eligible ? VERDICT_VALUES[row.verdict] : null;
    if (value !== null) scores[row.mode_id] = verdictScore(row, value);
  }
  return scores;
}

/** Names the checks that looked and found that they do not apply; they have no score. */
export function notApplicable(rows: readonly VerdictRow[]): readonly string[] {
  return rows
    .filter(({ eligible, verdict }) => eligible && verdict === "NOT_APPLICABLE")
    .map(({ mode_id }) => mode_id);
}

function verdictScore(row: VerdictRow, value: string): InspectScore {
  const { verdict, evidence, details } = row;
  const said = evidence.find(({ role }) => role === "assistant")?.quote;
  const reason = evidence[0]?.rationale || details.votes.find((vote) => vote.verdict === verdict)?.rationale;
  const explanation = [verdict, details.cause, reason].filter(Boolean).join(": ");
  return {
    value,
    ...(said === undefined ? {} : { answer: said }),
    explanation,
    metadata: {
      verdict,
      severity: row.severity,
      dimension: row.primary_bucket,
      confidence: row.confidence,
      ...(details.cause === undefined ? {} : { cause: details.cause }),
      quotes: evidence.map(quoted),
      votes: details.votes.map(counted),
      ...(details.adjudication === undefined
        ? {}
        : {
            adjudication: { ...details.adjudication, votes: details.adjudication.votes.map(counted) },
          }),
      ...(details.people === undefined ? {} : { people: details.people.how }),
    },
  };
}

function quoted({ role, turn, quote, rationale, verification }: EvidenceSpan) {
  return { role, turn, quote, rationale, tier: verification.tier };
}

function counted({ window, repetition, verdict, void_cause, rationale }: Vote) {
  return { window, repetition, verdict, ...(void_cause === undefined ? {} : { void_cause }), rationale };
}

type Metrics = Readonly<Record<string, object>>;

/** Writes a metric, which must be a number; omits unknown ones. */
function metric(name: string, value: number | null | undefined, metadata?: object): Metrics {
  if (value === null || value === undefined) return {};
  return { [name]: { name, value, ...(metadata === undefined ? {} : { metadata }) } };
}

interface Proportioned {
  readonly k: number;
  readonly n: number;
  readonly rate: number | null;
  readonly interval: Interval | null;
}

function proportionMetrics(name: string, { k, n, rate, interval }: Proportioned): Metrics {
  return { ...metric(`${name}_rate`, rate, { interval }), ...metric(`${name}s`, k), ...metric("decided", n) };
}

/** Writes `results` of a log: the scan's own numbers about one model, without new ones. */
export function inspectResults(model: ModelSummary, rates: BlindspotRates["rates"], samples: number): object {
  const { overall, gates, hard_fails, dimensions } = model;
  const score = (name: string, metrics: Metrics) => ({ name, scorer: name, metrics });
  return {
    total_samples: samples,
    completed_samples: samples - model.incomplete,
    scores: [
      score("overall", {
        ...metric("mean", overall.range?.low, { ...overall.range, decided: overall.mean }),
        ...proportionMetrics("hard_fail", hard_fails),
        ...Object.assign(
          {},
          ...QUALITY_DIMENSIONS.map((dimension) => {
            const { range, mean } = dimensions[dimension];
            return metric(`dimension_${dimension.toLowerCase()}`, range?.low, { ...range, decided: mean });
          }),
        ),
      }),
      ...(["safety", "compliance"] as const).map((gate) =>
        score(
          `${gate}_gate`,
          Object.assign(
            {},
            ...Object.entries(gates[gate]).map(([status, count]) => {
              if (typeof count === "number") return metric(status, count);
              return count === undefined ? {} : proportionMetrics(status, count);
            }),
          ),
        ),
      ),
      ...rates
        .filter(({ model_id }) => model_id === model.model_id)
        .map(({ mode_id, failures, unclear, not_applicable }) =>
          score(mode_id, {
            ...proportionMetrics("failure", failures),
            ...metric("unclear", unclear),
            ...metric("not_applicable", not_applicable),
          }),
        ),
    ],
  };
}
