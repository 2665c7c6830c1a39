import type { Check } from "../schema/corpus/check.ts";
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
import { addLoads, type Loads, loadsOf, NO_LOADS, type PrefixGroup } from "./prefix-load.ts";

/** Length of the text before a question: the check's id, the nonce, the cue and the known facts of the case. */
const QUESTION_FRAME_CHARACTERS = 200;

/**
 * Share of questions about one window whose answer leaves a doubt: a failed gate, or votes without a majority.
 * The value lies between a careful simulated assistant (18 calls for 63 scenarios) and a brittle one (76).
 */
const DOUBTED = { gate: 0.095, other: 0.024 };

/** Expected questions to the second judge. */
interface Doubts {
  readonly calls: CallRange;
  /** Tokens of the expected calls. */
  readonly input: number;
}

/** Adds up, per transcript, how many calls a scan may make and how much they send. */
export function createCallLedger(input: {
  readonly checks: readonly Check[];
  readonly votes: ScanPlan["votes"];
  readonly contract: string;
  /** Smallest prefix in tokens that the provider caches. */
  readonly cacheableFrom: number;
  /** Factor by which replies may be longer or shorter than counted; 1 for real replies. */
  readonly repliesSpread: number;
  readonly isGate: (check: Check) => boolean;
}) {
  const byCheck = new Map<CheckId, { eligible: number; windows: number; cues: number; calls: CallRange }>();
  for (const check of input.checks) {
    byCheck.set(check.id, { eligible: 0, windows: 0, cues: 0, calls: NO_CALLS });
  }
  const byScorer = new Map<ScorerName, CallRange>();
  let loads: Loads = NO_LOADS;
  let doubts: Doubts = { calls: NO_CALLS, input: 0 };
  return {
    /** Adds the questions of one transcript. */
    add(asked: Iterable<readonly [Check, PlannedQuestions]>, scorers: readonly ScorerQuestion[] = []): void {
      const groups = new Map<string, PrefixGroup>();
      const send = (window: AskedWindow, calls: CallRange, questionCharacters: number) => {
        const suffix = estimateTokens(QUESTION_FRAME_CHARACTERS + questionCharacters);
        const group = groups.get(window.key) ?? {
          prefix: estimateTokens(input.contract.length + window.characters),
          replies: estimateTokens(window.replyCharacters),
          calls: NO_CALLS,
          suffix: 0,
        };
        groups.set(window.key, {
          ...group,
          calls: addCalls(group.calls, calls, 1),
          suffix: group.suffix + calls.expected * suffix,
        });
        return calls;
      };
      const doubt = (window: AskedWindow, expected: number, questionCharacters: number) => {
        const characters =
          input.contract.length + window.characters + QUESTION_FRAME_CHARACTERS + questionCharacters;
        doubts = {
          calls: addCalls(doubts.calls, { min: 0, expected, max: ONE_ANSWER.max }, 1),
          input: doubts.input + expected * estimateTokens(characters),
        };
      };
      for (const [check, questions] of asked) {
        const cell = byCheck.get(check.id);
        const planned = input.votes[check.id];
        if (cell === undefined || planned === undefined) continue;
        if (questions.isTagged) {
          cell.eligible++;
          cell.windows += questions.windows;
          cell.cues += questions.cues;
        }
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
        const doubted = input.isGate(check) ? DOUBTED.gate : DOUBTED.other;
        for (const window of surely) doubt(window, doubted, length);
        for (const window of perhaps) doubt(window, doubted * share, length);
      }
      for (const { scorer, window, characters, repetitions } of scorers) {
        const calls = send(window, addCalls(NO_CALLS, ONE_ANSWER, repetitions), characters);
        byScorer.set(scorer, addCalls(byScorer.get(scorer) ?? NO_CALLS, calls, 1));
      }
      for (const group of groups.values())
        loads = addLoads(loads, loadsOf(group, input.cacheableFrom, input.repliesSpread));
    },
    totals(): {
      readonly calls: CallRange;
      readonly loads: Loads;
      readonly doubts: Doubts;
      readonly by_check: ScanPlan["by_check"];
      readonly by_scorer: NonNullable<ScanPlan["by_scorer"]>;
    } {
      const cells = [...byCheck].map(
        ([id, cell]) => [id, { ...cell, calls: roundCalls(cell.calls) }] as const,
      );
      const all = [...[...byCheck.values()].map((cell) => cell.calls), ...byScorer.values()];
      return {
        calls: roundCalls(all.reduce((sum, calls) => addCalls(sum, calls, 1), NO_CALLS)),
        loads,
        doubts,
        by_check: Object.fromEntries(cells),
        by_scorer: Object.fromEntries([...byScorer].map(([name, calls]) => [name, roundCalls(calls)])),
      };
    },
  };
}

const CHARACTERS_PER_TOKEN = 4;

/** Estimates the tokens of a text from its length, before any are counted. */
function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
