/** Counts the tokens that a server or a caller's code reports. An impossible count never makes a call cheaper. */
import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { Usage } from "../schema/run/journal.ts";
import { costOfTokens, outputCap, worstCaseUsd } from "./chain/call-cost.ts";
import { UNKNOWN_TOKENS } from "./define-model.ts";
import type { ModelRequest } from "./model-client.ts";

/** Unchecked values, as reported. */
export interface ReportedTokens {
  /** All input: fresh, read from a cache and written to one. */
  readonly input: unknown;
  readonly output: unknown;
  readonly cachedInput?: unknown;
  readonly cacheWrite?: unknown;
  readonly reasoning?: unknown;
  /** The total, if a server reports one. */
  readonly total?: unknown;
}

/** The request and the reply. */
export interface Call {
  readonly modelId: string;
  readonly request: ModelRequest;
  readonly content: string;
  readonly price: ModelPrice | undefined;
  /** The cost that the server or model reports. */
  readonly reportedUsd: unknown;
}

/** Usage and cost of a reply. */
interface Account {
  readonly usage: Usage;
  /** The known parts; empty if unknown. */
  readonly cost: { readonly cost_usd?: number; readonly at_most_usd?: number };
  readonly warnings: readonly string[];
}

export const OVER_THE_CAP =
  "it gave more tokens than it was allowed: a ceiling of cost cannot hold such a call to its worst case";

/** A call never has a billion tokens, and sums of smaller numbers stay exact. */
const MOST_TOKENS = 1_000_000_000;

/**
 * Returns whole, non-negative counts, and the larger of the reported cost and the price of the tokens. A prompt always
 * has tokens, and so has a reply with text. If the counts are impossible, the cost may be the maximum.
 */
export function accountFor(reported: ReportedTokens, call: Call): Account {
  const { modelId, request, content, price, reportedUsd } = call;
  const { cachedInput = 0, cacheWrite = 0, reasoning = 0 } = reported;
  const counts = [reported.input, reported.output, cachedInput, cacheWrite, reasoning];
  const [input = 0, said = 0, cached = 0, written = 0, thought = 0] = counts.map((count) =>
    isCount(count) ? count : 0,
  );
  const isCredible =
    counts.every(isCount) && input > 0 && (said > 0 || content === "") && cached + written <= input;
  const output = isBeside({ input, said, thought }, reported.total) ? said + thought : said;
  const billed = { input, cachedInput: cached, cacheWrite: written, output };
  return {
    usage: {
      input_tokens: input,
      cached_tokens: Math.min(cached, input),
      output_tokens: output,
      reasoning_tokens: thought,
    },
    cost: costOf(
      isAmount(reportedUsd) ? reportedUsd : undefined,
      price && isCredible ? costOfTokens(billed, price) : undefined,
      price && !isCredible ? worstCaseUsd(modelId, request, price) : 0,
    ),
    warnings: [
      ...(isCredible ? [] : [UNKNOWN_TOKENS]),
      ...(output > outputCap(modelId, request) ? [OVER_THE_CAP] : []),
    ],
  };
}

/**
 * Returns the larger of reported and computed cost. If neither is known, or the cost may be higher, the result says so.
 */
function costOf(
  reportedUsd: number | undefined,
  computedUsd: number | undefined,
  worstUsd: number,
): Account["cost"] {
  const isKnown = reportedUsd !== undefined || computedUsd !== undefined;
  const knownUsd = Math.max(reportedUsd ?? 0, computedUsd ?? 0);
  return {
    ...(isKnown ? { cost_usd: knownUsd } : {}),
    ...(worstUsd > knownUsd ? { at_most_usd: worstUsd } : {}),
  };
}

/**
 * Whether reasoning is counted outside of the output, as some servers do: it then exceeds the output, or the total
 * shows it.
 */
function isBeside(
  { input, said, thought }: Readonly<Record<"input" | "said" | "thought", number>>,
  total: unknown,
): boolean {
  return thought > said || (thought > 0 && isCount(total) && total >= input + said + thought);
}

function isCount(count: unknown): count is number {
  return Number.isInteger(count) && Number(count) >= 0 && Number(count) <= MOST_TOKENS;
}

function isAmount(usd: unknown): usd is number {
  return typeof usd === "number" && Number.isFinite(usd) && usd >= 0;
}
