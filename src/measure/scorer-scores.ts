/** Results of the scorers that are no gates. They enter no overall score, gate or tier. */

import type { Counted, Interval, OpenProportion } from "../schema/scan/estimates.ts";
import type { ModelScorers } from "../schema/scan/summary.ts";
import { estimateReading } from "./estimate.ts";
import type { MeasuredCard, MeasuredScorers } from "./measured-card.ts";
import { conversationProportion } from "./proportion.ts";
import type { FamilyOf } from "./scenario-means.ts";

type Scored = { readonly score: number | null; readonly bounds: Interval | null };

/** Every scorer over all of a model's cards; `null` if no conversation had anything to judge. */
export function scorerScores(cards: readonly MeasuredCard[], familyOf: FamilyOf): ModelScorers {
  const estimate = (scoredOf: (scorers: MeasuredScorers) => Scored | null) =>
    estimateReading(
      cards,
      {
        // A conversation that broke off decides nothing.
        decided: ({ complete, scorers }) => (complete ? (scoredOf(scorers)?.score ?? null) : null),
        range: ({ scorers }) => scoredOf(scorers)?.bounds ?? null,
      },
      familyOf,
    );
  const judged = (name: "regard" | "coordination" | "memory" | "rubric") =>
    cards.some(({ scorers }) => (scorers[name]?.bounds ?? null) !== null);
  return {
    regard: judged("regard")
      ? {
          score: estimate(({ regard }) => regard),
          questions: Object.fromEntries(
            questionIds(cards).map((id) => [id, estimate(({ regard }) => regard && questionOf(regard, id))]),
          ),
        }
      : null,
    coordination: judged("coordination")
      ? { score: estimate(({ coordination }) => coordination), ...coordinationCounts(cards) }
      : null,
    memory: judged("memory")
      ? { score: estimate(({ memory }) => memory), recalled: recalledProbes(cards) }
      : null,
    rubric: judged("rubric")
      ? { score: estimate(({ rubric }) => rubric), autofails: autofails(cards) }
      : null,
  };
}

/** In the order in which they are asked. */
function questionIds(cards: readonly MeasuredCard[]): readonly string[] {
  return [...new Set(cards.flatMap(({ scorers }) => Object.keys(scorers.regard?.questions ?? {})))];
}

function questionOf(
  { questions, question_bounds }: NonNullable<MeasuredScorers["regard"]>,
  id: string,
): Scored {
  return { score: questions[id] ?? null, bounds: question_bounds[id] ?? null };
}

function coordinationCounts(cards: readonly MeasuredCard[]) {
  const all = cards.flatMap(({ scorers }) => scorers.coordination ?? []);
  const resources = all.flatMap((coordination) => coordination.resources);
  const named = (status: (typeof resources)[number]["status"]) =>
    resources.filter((resource) => resource.status === status).length;
  const needs = all.flatMap((coordination) => coordination.needs ?? []);
  const needsSo = (met: boolean | null) => needs.filter((need) => need.met === met).length;
  // It is unknown what these conversations would have called for or named: each counts as one more undecided.
  const brokenOff = cards.filter(
    ({ complete, scorers }) => !complete && scorers.coordination !== null,
  ).length;
  return {
    needs_met: { k: needsSo(true), n: needs.length + brokenOff, open: needsSo(null) + brokenOff },
    resources: {
      known: named("known"),
      elsewhere: named("elsewhere"),
      another: named("another"),
      unknown: named("unknown"),
      open: brokenOff,
    },
    scope_kept: openProportion(
      cards.filter(
        ({ scorers: { coordination: it } }) => it !== null && (it.scope_open || it.scope_kept !== null),
      ),
      ({ scorers }) => (scorers.coordination?.scope_open ? null : (scorers.coordination?.scope_kept ?? null)),
    ),
  };
}

function recalledProbes(cards: readonly MeasuredCard[]): Counted {
  const probes = cards.flatMap(({ scorers }) => scorers.memory?.probes ?? []);
  const count = (hit: boolean | null) => probes.filter((probe) => probe.hit === hit).length;
  return { k: count(true), n: probes.length, open: count(null) };
}

/** Conversations that broke off count as undecided, because their later criteria are unknown. */
function autofails(cards: readonly MeasuredCard[]): OpenProportion {
  const asked = cards.filter(({ scorers: { rubric } }) => rubric !== null && canAutofail(rubric));
  return openProportion(asked, ({ scorers }) => scorers.rubric?.autofail ?? null);
}

function canAutofail({ autofail, autofail_criteria }: NonNullable<MeasuredScorers["rubric"]>): boolean {
  return autofail_criteria > 0 || autofail === null;
}

/** Counts the conversations for which a property holds; `null` is undecided. */
function openProportion(
  cards: readonly MeasuredCard[],
  isSo: (card: MeasuredCard) => boolean | null,
): OpenProportion {
  return conversationProportion(
    cards,
    (card) => isSo(card) === true,
    (card) => isSo(card) === null,
  );
}
