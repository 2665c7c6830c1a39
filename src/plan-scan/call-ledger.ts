import type { Check } from "../schema/corpus/check.ts";
import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import type { CheckId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import {
  addCalls,
  type CallRange,
  callsPerQuestion,
  NO_CALLS,
  ONE_ANSWER,
  roundCalls,
} from "./calls-per-question.ts";
import type { AskedWindow, PlannedQuestions, ScorerName, ScorerQuestion } from "./count-questions.ts";
import {
  addLoads,
  type LoadRange,
  loadOf,
  NO_LOAD,
  type PrefixGroup,
  type TokenLoad,
} from "./prefix-load.ts";

/** The check's id, the nonce, the cue and what is known of the case, which stand before a question. */
const QUESTION_FRAME_CHARACTERS = 200;

/** Adds up, transcript by transcript, how many calls a scan may make and what they send. */
export function createCallLedger(input: {
  readonly checks: readonly Check[];
  readonly votes: ScanPlan["votes"];
  readonly contract: string;
  /** Tokens from which a provider caches a prefix. */
  readonly cacheableFrom: number;
}) {
  const byCheck = new Map<CheckId, { eligible: number; windows: number; cues: number; calls: CallRange }>();
  for (const check of input.checks) {
    byCheck.set(check.id, { eligible: 0, windows: 0, cues: 0, calls: NO_CALLS });
  }
  const byScorer = new Map<ScorerName, CallRange>();
  let load: LoadRange = NO_LOAD;
  return {
    /** One transcript's questions. */
    add(asked: Iterable<readonly [Check, PlannedQuestions]>, scorers: readonly ScorerQuestion[] = []): void {
      const groups = new Map<string, PrefixGroup>();
      const send = ({ key, characters }: AskedWindow, calls: CallRange, questionCharacters: number) => {
        const suffix = estimateTokens(QUESTION_FRAME_CHARACTERS + questionCharacters);
        const group = groups.get(key) ?? {
          prefix: estimateTokens(input.contract.length + characters),
          calls: NO_CALLS,
          suffix: NO_CALLS,
        };
        groups.set(key, {
          prefix: group.prefix,
          calls: addCalls(group.calls, calls, 1),
          suffix: addCalls(group.suffix, calls, suffix),
        });
        return calls;
      };
      for (const [check, questions] of asked) {
        const cell = byCheck.get(check.id);
        const planned = input.votes[check.id];
        if (cell === undefined || planned === undefined) continue;
        cell.eligible++;
        cell.windows += questions.windows;
        cell.cues += questions.cues;
        if (planned.repetitions === 0) continue;
        const length = check.prompt?.length ?? 0;
        const votes = callsPerQuestion(check, planned.repetitions, planned.policy);
        const { asked: surely, perhaps, search } = questions;
        const share = perhaps.length === 0 ? 0 : questions.named / perhaps.length;
        const sent = [
          ...surely.map((window) => send(window, votes, length)),
          ...(search === null ? [] : [send(search, ONE_ANSWER, length)]),
          ...perhaps.map((window) =>
            send(window, { min: 0, expected: votes.expected * share, max: votes.max }, length),
          ),
        ];
        for (const calls of sent) cell.calls = addCalls(cell.calls, calls, 1);
      }
      for (const { scorer, window, characters, repetitions } of scorers) {
        const calls = send(window, addCalls(NO_CALLS, ONE_ANSWER, repetitions), characters);
        byScorer.set(scorer, addCalls(byScorer.get(scorer) ?? NO_CALLS, calls, 1));
      }
      for (const group of groups.values()) load = addLoads(load, loadOf(group, input.cacheableFrom));
    },
    totals(): {
      readonly calls: CallRange;
      readonly load: LoadRange;
      readonly by_check: ScanPlan["by_check"];
      readonly by_scorer: NonNullable<ScanPlan["by_scorer"]>;
    } {
      const cells = [...byCheck].map(
        ([id, cell]) => [id, { ...cell, calls: roundCalls(cell.calls) }] as const,
      );
      const all = [...[...byCheck.values()].map((cell) => cell.calls), ...byScorer.values()];
      return {
        calls: roundCalls(all.reduce((sum, calls) => addCalls(sum, calls, 1), NO_CALLS)),
        load,
        by_check: Object.fromEntries(cells),
        by_scorer: Object.fromEntries([...byScorer].map(([name, calls]) => [name, roundCalls(calls)])),
      };
    },
  };
}

const CHARACTERS_PER_TOKEN = 4;

/** What a text of so many characters comes to, before anyone has counted. */
function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

// A judge's visible answer is about 94 tokens; with hidden reasoning 850 were billed (measured on real scans).
const ASSUMED_OUTPUT_TOKENS = 850;
const TOKENS = 1_000_000;

type ScanEstimate = Pick<
  ScanPlan,
  "estimated_tokens" | "estimated_cost_usd" | "estimated_cost_parts_usd" | "pricing"
>;
type CostParts = NonNullable<ScanPlan["estimated_cost_parts_usd"]>;

const FREE: CostParts = { uncached: 0, cache_write: 0, cache_read: 0, output: 0 };

/** What the calls would send and cost. An unknown price stays unknown. */
export function priceCalls(input: {
  readonly load: LoadRange;
  readonly judge: { readonly simulated: boolean } | null;
  readonly price: ModelPrice | undefined;
  /** Mean of the judge's earlier answers. */
  readonly measuredOutput: number | undefined;
}): ScanEstimate {
  const { load, judge, price } = input;
  const perCall = input.measuredOutput ?? ASSUMED_OUTPUT_TOKENS;
  const estimated_tokens = tokensOfLoad(load.expected, perCall, input.measuredOutput !== undefined);
  if (judge === null || judge.simulated) {
    return {
      estimated_tokens,
      estimated_cost_usd: { low: 0, expected: 0, high: 0 },
      estimated_cost_parts_usd: FREE,
      pricing: { known: true, source: judge === null ? "no judge" : "simulated", as_of: null },
    };
  }
  if (price === undefined) {
    return {
      estimated_tokens,
      estimated_cost_usd: null,
      estimated_cost_parts_usd: null,
      pricing: { known: false, source: null, as_of: null },
    };
  }
  const parts = (at: TokenLoad): CostParts => ({
    uncached: (at.uncached * price.input) / TOKENS,
    cache_write: (at.cacheWrite * (price.cache_write ?? price.input)) / TOKENS,
    cache_read: (at.cacheRead * (price.cached_input ?? price.input)) / TOKENS,
    output: (at.calls * perCall * price.output) / TOKENS,
  });
  const total = (cost: CostParts) => cost.uncached + cost.cache_write + cost.cache_read + cost.output;
  const expected = parts(load.expected);
  return {
    estimated_tokens,
    estimated_cost_usd: {
      low: total(parts(load.min)),
      expected: total(expected),
      high: total(parts(load.max)),
    },
    estimated_cost_parts_usd: expected,
    pricing: { known: true, source: price.source, as_of: price.as_of },
  };
}

function tokensOfLoad(load: TokenLoad, perCall: number, isMeasured: boolean): ScanPlan["estimated_tokens"] {
  return {
    input: Math.round(load.prefix + load.suffix),
    output: Math.round(load.calls * perCall),
    prefix: Math.round(load.prefix),
    suffix: Math.round(load.suffix),
    uncached: Math.round(load.uncached),
    cache_write: Math.round(load.cacheWrite),
    cache_read: Math.round(load.cacheRead),
    output_per_call: perCall,
    output_per_call_from: isMeasured ? "earlier_scans" : "assumption",
  };
}
