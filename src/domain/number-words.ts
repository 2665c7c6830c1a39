/** Formatting of numbers and days, in reports, in the terminal and on the page. Imports no values: the page uses it. */
import type { ComparisonAnswer } from "../schema/board/comparison.ts";
import type { Estimate, HardFails, Interval, Proportion } from "../schema/scan/estimates.ts";
import type { CostRange } from "../schema/scan/scan-plan.ts";
import type { Coverage } from "../schema/scan/scorecard.ts";

const NO_NUMBER = "—";

/** A score between 0 and 1: "0.71". */
export function formatScore(score: number | null): string {
  return score === null ? NO_NUMBER : score.toFixed(2);
}

/** A share in percent: "33%". A share that is not 0 or 1 is never shown as if it were. */
export function formatRate(rate: number | null): string {
  if (rate === null) return NO_NUMBER;
  const percent = Math.round(rate * 100);
  if (percent === 0 && rate > 0) return "<1%";
  if (percent === 100 && rate < 1) return ">99%";
  return `${percent}%`;
}

/**
 * The decided share of the checks that were called for: "93% (1,204/1,296)"; a check that was not asked is
 * not decided.
 */
export function formatCoverage({ rate, resolved, eligible, left_out = 0 }: Coverage): string {
  return `${formatRate(rate)} (${formatCount(resolved, eligible + left_out)})`;
}

/** A count with its base: "2/3"; "—" if there was no opportunity. */
export function formatCount(k: number, n: number): string {
  return n === 0 ? NO_NUMBER : `${k}/${n}`;
}

/** A count with its interval: "2/3 (21–94%)". */
export function formatProportion({ k, n, interval }: Pick<Proportion, "k" | "n" | "interval">): string {
  return withRange(formatCount(k, n), n === 0 ? "" : formatRateInterval(interval));
}

/**
 * Failures of an assistant out of its opportunities: "9/63, 2 open (8–25%)". Below the minimum for a rate
 * only the counts are shown, "1/6, 1 open", with the undecided ones.
 */
export function formatFailures(
  { k, n, interval, open = 0 }: Pick<HardFails, "k" | "n" | "interval" | "open">,
  fewestForRate: number,
): string {
  const counted = `${formatCount(k, n)}${open === 0 ? "" : `, ${open} open`}`;
  return withRange(counted, n < fewestForRate ? "" : formatRateInterval(interval));
}

/** Range of a score: "0.71" if its ends are equal, else "0.55–0.84"; "—" if there is none. */
export function formatRange(range: Interval | null): string {
  if (range === null) return NO_NUMBER;
  const [low, high] = [formatScore(range.low), formatScore(range.high)];
  return low === high ? low : `${low}–${high}`;
}

/** A score's range with its interval: "0.71 (0.55–0.84)", "0.60–0.71 (0.48–0.84)". */
export function formatEstimate({ range }: Pick<Estimate, "range">): string {
  return withRange(formatRange(range), range === null ? "" : formatScoreInterval(range.interval));
}

/** Whether any of the scores is a range, which means that something about its assistant is undecided. */
export function isAnyOpen(estimates: readonly Pick<Estimate, "range">[]): boolean {
  return estimates.some(({ range }) => range !== null && range.high > range.low);
}

/** Sentence for results without a decided failure. It does not claim that undecided checks passed. */
export function describeNothingFailed(estimates: readonly Pick<Estimate, "range">[]): string {
  return isAnyOpen(estimates)
    ? "No failures found. Undecided checks could still be failures."
    : "No check failed.";
}

/** The mean of decided checks with its interval. */
export function formatDecided({ mean, interval }: Pick<Estimate, "mean" | "interval">): string {
  return withRange(formatScore(mean), mean === null ? "" : formatScoreInterval(interval));
}

/** "21–94%"; empty if there is none. */
export function formatRateInterval(interval: Interval | null): string {
  return interval === null ? "" : `${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)}%`;
}

/** "0.55–0.84"; empty if there is none. */
export function formatScoreInterval(interval: Interval | null): string {
  return interval === null ? "" : `${formatScore(interval.low)}–${formatScore(interval.high)}`;
}

function withRange(value: string, range: string): string {
  return range === "" ? value : `${value} (${range})`;
}

/** "12", "1,234". */
export function formatWhole(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** "1 conversation", "2,000 conversations". */
export function formatQuantity(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatWhole(count)} ${count === 1 ? singular : plural}`;
}

/** "$12.30"; small sums keep two significant digits; "—" if unknown. */
export function formatUsd(amount: number | null): string {
  if (amount === null) return NO_NUMBER;
  if (amount === 0) return "$0";
  return amount >= 0.1 ? `$${amount.toFixed(2)}` : `$${amount.toPrecision(2)}`;
}

/** Estimate of work before it is done. */
export interface WorkEstimate {
  /** Expected calls to models that are not simulated. */
  readonly calls: number;
  /** Cost of everything that has a price. */
  readonly cost_usd: CostRange;
  readonly conversations_usd: CostRange;
  readonly judging_usd: CostRange;
  /** Models with an unknown price that will be asked: their cost is in no sum. */
  readonly unpriced: readonly string[];
}

/** Whether no call can cost anything. A price of 0 is free; an unknown price is not. */
export function isFree({ cost_usd, unpriced }: Pick<WorkEstimate, "cost_usd" | "unpriced">): boolean {
  return cost_usd.high === 0 && unpriced.length === 0;
}

/** "$3.90 ($2.10–$7.60)"; "$0" if nothing is paid. */
export function formatCostRange({ low, expected, high }: CostRange): string {
  if (high === 0) return formatUsd(0);
  return `${formatUsd(expected)} (${formatUsd(low)}–${formatUsd(high)})`;
}

/** "$3.90 ($2.10–$7.60)"; "unknown" if none of the models has a price. */
export function formatExpected({ cost_usd, unpriced }: Pick<WorkEstimate, "cost_usd" | "unpriced">): string {
  if (unpriced.length === 0) return formatCostRange(cost_usd);
  return cost_usd.high === 0 ? "unknown" : `${formatCostRange(cost_usd)}, and ${describeUnpriced(unpriced)}`;
}

/** "$3.90 ($2.10–$7.60): conversations $0.61, judging $3.29", and the models without a price. */
export function describeEstimate(estimate: WorkEstimate): string {
  const { cost_usd, conversations_usd, judging_usd, unpriced } = estimate;
  if (cost_usd.high === 0 && unpriced.length > 0) return `unknown for ${unpriced.join(" and ")}`;
  const both = conversations_usd.high > 0 && judging_usd.high > 0;
  const parts = both
    ? `: conversations ${formatUsd(conversations_usd.expected)}, judging ${formatUsd(judging_usd.expected)}`
    : "";
  const rest = unpriced.length === 0 ? "" : `, and ${describeUnpriced(unpriced)}`;
  return `${formatCostRange(cost_usd)}${parts}${rest}`;
}

function describeUnpriced(models: readonly string[]): string {
  return models.length === 1
    ? `${models.join()}, whose price is unknown`
    : `${models.join(" and ")}, whose prices are unknown`;
}

/** Question before money is spent; `null` if none will be. */
export function describeCostQuestion(estimate: WorkEstimate, agreed?: WorkEstimate): string | null {
  if (isFree(estimate)) return null;
  const about = estimate.cost_usd.high === 0 ? "price " : "about ";
  const asked = `${formatQuantity(estimate.calls, "call")}, ${about}${describeEstimate(estimate)}.`;
  if (agreed === undefined) return asked;
  return `What is left will cost more than was agreed to, which was ${formatCostRange(agreed.cost_usd)} in all: ${asked}`;
}

/** Cost of work over all its invocations. */
export interface Spent {
  /** Calls to models, answered or failed, without those that the cache answered. */
  readonly calls: number;
  readonly retries: number;
  readonly from_cache: number;
  readonly tokens: number;
  /** Known cost. */
  readonly cost_usd: number;
  /** Known cost plus the reservations of calls whose cost is unknown. */
  readonly at_most_usd: number;
  /** Models with an unknown price that were asked. */
  readonly unpriced: readonly string[];
}

/** "$0.17"; "$0.17, at most $0.19" if it may be more; models without a price are named. */
export function formatSpent({ cost_usd, at_most_usd, unpriced }: Spent): string {
  if (unpriced.length > 0 && at_most_usd === 0) return "unknown price";
  const known = formatUsd(cost_usd);
  const most = formatUsd(at_most_usd);
  const rest = unpriced.length === 0 ? "" : `, and ${describeUnpriced(unpriced)}`;
  return `${known}${most === known ? "" : `, at most ${most}`}${rest}`;
}

/** "Spent $0.17 (estimated $0.15; $0.12–$0.30): 360 calls, 12 retries."; `null` if nothing could cost anything. */
export function describeSpent(spent: Spent, estimate: WorkEstimate | null): string | null {
  const { calls, retries, from_cache, tokens, unpriced, at_most_usd } = spent;
  if (unpriced.length === 0 && at_most_usd === 0 && (estimate === null || isFree(estimate))) return null;
  const counts = [
    formatQuantity(calls, "call"),
    ...(retries === 0 ? [] : [formatQuantity(retries, "retry", "retries")]),
    ...(from_cache === 0 ? [] : [`${from_cache} from the cache`]),
    ...(unpriced.length === 0 ? [] : [formatQuantity(tokens, "token")]),
  ].join(", ");
  if (unpriced.length > 0 && at_most_usd === 0) return `Spent: unknown price; ${counts}.`;
  return `Spent ${formatSpent(spent)}${estimatedBeside(estimate)}: ${counts}.`;
}

function estimatedBeside(estimate: WorkEstimate | null): string {
  if (estimate === null || estimate.cost_usd.high === 0) return "";
  const { low, expected, high } = estimate.cost_usd;
  return ` (estimated ${formatUsd(expected)}; ${formatUsd(low)}–${formatUsd(high)})`;
}

const MINUS = "−";

/** A difference with its sign: "+0.03", "−0.10". */
export function formatSigned(value: number | null): string {
  if (value === null) return NO_NUMBER;
  const text = Math.abs(value).toFixed(2);
  if (Number(text) === 0) return "0.00";
  return value < 0 ? `${MINUS}${text}` : `+${text}`;
}

/** A difference with its interval: "+0.03 (−0.01 to +0.07)", "−0.02 to +0.05 (−0.07 to +0.11)". */
export function formatDifference(difference: Interval | null, interval: Interval | null): string {
  const text = formatSignedRange(difference);
  return difference === null || interval === null ? text : `${text} (${formatSignedRange(interval)})`;
}

function formatSignedRange(range: Interval | null): string {
  if (range === null) return NO_NUMBER;
  const [low, high] = [formatSigned(range.low), formatSigned(range.high)];
  return low === high ? low : `${low} to ${high}`;
}

/** "0.042", "<0.001". */
export function formatPValue(p: number | null): string {
  if (p === null) return NO_NUMBER;
  return p < 0.001 ? "<0.001" : p.toFixed(3);
}

/** Result of a comparison. */
export interface ComparedAnswers {
  /** By lines crossed, which take precedence. */
  readonly lines: ComparisonAnswer;
  /** By quality alone, ignoring lines. */
  readonly quality: ComparisonAnswer;
}

/** "sim/b crosses fewer lines than sim/a", or that they cannot be told apart, then the one that answers better. */
export function describeAnswer(first: string, second: string, { lines, quality }: ComparedAnswers): string {
  if (lines !== "cannot_tell") {
    const [better, worse] = lines === "first_better" ? [first, second] : [second, first];
    return `${better} crosses fewer lines than ${worse}`;
  }
  if (quality === "cannot_tell")
    return `${first} and ${second} cannot be told apart by how many lines they cross or by quality`;
  const better = quality === "first_better" ? first : second;
  return `${first} and ${second} cannot be told apart by how many lines they cross; ${better} is better in quality`;
}

/** "40 s", "12 min", "2 h 5 min"; rounded up. */
export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** "16 November 2026", for several "14 November 2026 to 16 November 2026"; null for none. Days are in UTC. */
export function formatDates(times: readonly string[]): string | null {
  const sorted = times.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [from, to] = [first, last].map((time) => DATE.format(new Date(time)));
  return from === to ? (to ?? null) : `${from} to ${to}`;
}
