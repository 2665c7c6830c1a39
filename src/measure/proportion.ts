import { couldCross, mayHaveCrossed } from "../domain/gates.ts";
import type { HardFails, Interval, OpenProportion, Proportion } from "../schema/scan/estimates.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import { intervalWithOpen, wilsonInterval } from "../stats/intervals.ts";
import type { MeasuredCard } from "./measured-card.ts";

/** k of n with Wilson's interval. */
export function proportion(k: number, n: number): Proportion {
  return { k, n, rate: n === 0 ? null : k / n, interval: wilsonInterval(k, n) };
}

/**
 * k of n conversations with the Wilson interval of this many scenarios: repeats of one scenario add no
 * independent ones.
 * Undecided conversations widen its upper end.
 */
export function proportionOverScenarios(k: number, n: number, scenarios: number, open = 0): OpenProportion {
  return {
    k,
    n,
    rate: n === 0 ? null : k / n,
    interval: intervalWithOpen(k, open, (count) => scenarioInterval(count, n, scenarios)),
    ...(open === 0 ? {} : { open }),
  };
}

/** Counts the conversations for which a property holds, and those for which it is undecided. */
export function conversationProportion<Conversation extends { readonly scenario_id: string }>(
  conversations: readonly Conversation[],
  isSo: (conversation: Conversation) => boolean,
  isOpen: (conversation: Conversation) => boolean = () => false,
): OpenProportion {
  const k = conversations.filter(isSo).length;
  const decided = conversations.filter((each) => isSo(each) || !isOpen(each));
  const scenariosOf = (some: readonly Conversation[]) =>
    new Set(some.map(({ scenario_id }) => scenario_id)).size;
  const open = conversations.length - decided.length;
  const all = proportionOverScenarios(k, conversations.length, scenariosOf(conversations), open);
  const { interval } = proportionOverScenarios(k, decided.length, scenariosOf(decided));
  return { ...all, interval: hull(all.interval, interval) };
}

/** Conversations in which a duty of the law failed, out of those that called for one; `undefined` if none did. */
export function countFailedDuties(
  cards: readonly Pick<MeasuredCard, "scenario_id" | "complete" | "scorers">[],
): OpenProportion | undefined {
  const calledFor = cards.filter(({ scorers }) => scorers.compliance?.duties !== undefined);
  if (calledFor.length === 0) return undefined;
  return conversationProportion(
    calledFor,
    ({ scorers }) => (scorers.compliance?.duties?.failed ?? 0) > 0,
    ({ complete, scorers }) => !complete || (scorers.compliance?.duties?.undecided ?? 0) > 0,
  );
}

/**
 * The smallest interval that contains both. Needed because repeats are rounded to scenarios, so one more
 * undecided conversation could narrow an interval.
 */
export function hull(interval: Interval | null, other: Interval | null): Interval | null {
  if (interval === null || other === null) return interval;
  return { low: Math.min(interval.low, other.low), high: Math.max(interval.high, other.high) };
}

/**
 * The interval as if each scenario had run once. Scenarios of one family count separately, because most
 * differ in the very cue that a gate asks about. With one run each, the result is plain Wilson of k and n,
 * which any reader can recompute.
 */
function scenarioInterval(k: number, n: number, scenarios: number): Interval | null {
  if (scenarios === n) return wilsonInterval(k, n);
  const rate = k / n;
  const lowest = k > 0 ? 1 : 0;
  const highest = k < n ? scenarios - 1 : scenarios;
  const so = Math.min(Math.max(Math.round(rate * scenarios), lowest), Math.max(highest, lowest));
  const interval = wilsonInterval(so, scenarios);
  return interval && { low: Math.min(interval.low, rate), high: Math.max(interval.high, rate) };
}

/**
 * Conversations in which a line was crossed, out of those in which one could be, broken off or not. Undecided
 * ones are not in the count, but in its interval.
 */
export function countHardFails(
  all: readonly Pick<Scorecard, "scenario_id" | "hard_fail" | "gate_status">[],
): HardFails {
  return conversationProportion(all.filter(couldCross), (card) => card.hard_fail, mayHaveCrossed);
}
