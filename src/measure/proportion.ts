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
 * k of n conversations with the Wilson interval of as many scenarios: repeats of one are not further ones.
 * Those of which it is open whether they are so widen its upper end.
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

/** How many conversations are so, and of how many it is open. */
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

/** Conversations in which a duty of the law failed, of those that called for one; `undefined` where none did. */
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

/** From the lower to the upper end of both. Repeats are rounded to scenarios, so that one more that is open could narrow an interval. */
export function hull(interval: Interval | null, other: Interval | null): Interval | null {
  if (interval === null || other === null) return interval;
  return { low: Math.min(interval.low, other.low), high: Math.max(interval.high, other.high) };
}

/**
 * As if each scenario had been had once. Scenarios of one family count one by one: most differ in the very cue that a
 * gate asks about, and where each was had once anybody can compute plain Wilson again from k of n.
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
 * In how many conversations a line was crossed, of those in which one could be, broken off or not. What was not
 * established is not among them, but in their interval.
 */
export function countHardFails(
  all: readonly Pick<Scorecard, "scenario_id" | "hard_fail" | "gate_status">[],
): HardFails {
  return conversationProportion(all.filter(couldCross), (card) => card.hard_fail, mayHaveCrossed);
}
