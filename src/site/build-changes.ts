/** What failed at one release of a model and not at another, and what failed at both. */

import { compareCheckIds, compareSeverities } from "../domain/dimensions.ts";
import { conversationKey } from "../domain/keys.ts";
import { sharedChecks } from "../domain/profiles.ts";
import { shorten } from "../domain/visible-text.ts";
import { chanceOfChange } from "../measure/proven-difference.ts";
import { exactly, OPEN } from "../measure/scenario-means.ts";
import { worstFirst } from "../report/read-first.ts";
import type { CheckId, ScenarioId, TranscriptId } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { Interval } from "../schema/scan/summary.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import type { Change, ChangedSide, SiteChanges } from "../schema/site/site-line.ts";
import { compareSides } from "./build-comparison.ts";
import { LONGEST_ASKED } from "./describe-finding.ts";
import type { OpenedSide, OpenedSides } from "./open-sides.ts";
import type { Failure, SiteCard } from "./scan-facts.ts";

/** With so many of a kind a reader has enough to read; the others can be opened. */
const REPLIES_PER_KIND = 40;
const LONGEST_REPLY = 3000;

const KINDS = ["new", "open", "still", "gone"] as const satisfies readonly Change["kind"][];

/** `null` where one of the sides has no conversations. */
export async function buildChanges(sides: OpenedSides): Promise<SiteChanges | null> {
  const { a, b, corpus } = sides;
  const compared = compareSides(a, b, corpus);
  if (compared === null) return null;
  const { shared } = sharedChecks(a.facts.plan, b.facts.plan);
  const [before, after] = [placesOf(a), placesOf(b)];
  const found = [...new Set([...before.failures.keys(), ...after.failures.keys()])].flatMap((place) => {
    const worst = worstFirst([
      ...(after.failures.get(place) ?? []),
      ...(before.failures.get(place) ?? []),
    ])[0];
    if (worst === undefined || !shared.includes(worst.checkId)) return [];
    return compareAt(before, after, worst);
  });
  const ordered = KINDS.map((kind) => found.filter((it) => it.change.kind === kind).toSorted(gravestFirst));
  for (const ofKind of ordered)
    for (const it of ofKind.slice(0, REPLIES_PER_KIND)) await fillReplies(it, sides);
  await sides.complete();
  return {
    ...compared,
    changes: ordered.flat().map(({ change }) => ({
      ...change,
      title: corpus.scenarios.get(change.scenario_id)?.title ?? change.scenario_id,
    })),
  };
}

/** A side by the places where a check may fail: a scenario and a check. */
interface Places {
  readonly side: OpenedSide;
  readonly cards: ReadonlyMap<ScenarioId, readonly SiteCard[]>;
  readonly failures: ReadonlyMap<string, readonly Failure[]>;
}

function placesOf(side: OpenedSide): Places {
  const own = <Item>(items: readonly Item[], modelOf: (item: Item) => string) =>
    items.filter((item) => modelOf(item) === side.modelId);
  return {
    side,
    cards: Map.groupBy(
      own(side.facts.scorecards, ({ model_id }) => model_id),
      ({ scenario_id }) => scenario_id,
    ),
    failures: Map.groupBy(
      own(side.facts.failures, ({ modelId }) => modelId),
      ({ scenarioId, checkId }) => `${scenarioId}#${checkId}`,
    ),
  };
}

interface FoundChange {
  readonly change: Omit<Change, "title"> & { title: string };
  readonly ids: { readonly before: TranscriptId | null; readonly after: TranscriptId | null };
}

function compareAt(before: Places, after: Places, { scenarioId, checkId, severity }: Failure): FoundChange[] {
  const [then, now] = [before, after].map((places) => outcomes(places, scenarioId, checkId));
  if (then === undefined || now === undefined) return [];
  const kind = kindOf(then, now);
  if (kind === null) return [];
  const [failedThen, failedNow] = [then.worst, now.worst];
  const lead = failedNow ?? failedThen;
  const sideOf = (
    places: Places,
    { worst, counts }: Outcomes,
  ): { side: ChangedSide; id: TranscriptId | null } => {
    const cards = places.cards.get(scenarioId) ?? [];
    const card =
      cards.find((it) => it.transcript_id === worst?.transcriptId) ??
      cards.find((it) => it.repeat === lead?.repeat) ??
      cards[0];
    return {
      id: card?.transcript_id ?? null,
      side: {
        ...counts,
        conversation: card === undefined ? null : conversationKey(card.transcript_id),
        repeat: card?.repeat ?? null,
        turn: worst?.turn ?? lead?.turn ?? null,
        asked: null,
        reply: null,
        finding: worst === undefined ? null : places.side.describe(worst),
      },
    };
  };
  const [one, other] = [sideOf(before, then), sideOf(after, now)];
  return [
    {
      ids: { before: one.id, after: other.id },
      change: {
        kind,
        scenario_id: scenarioId,
        title: scenarioId,
        mode_id: checkId,
        severity,
        before: one.side,
        after: other.side,
        chance: chanceOfChange(then.ranges, now.ranges),
      },
    },
  ];
}

interface Outcomes {
  readonly counts: Pick<ChangedSide, "failed" | "passed" | "open">;
  /** Of every repeat: 1 where it failed, 0 where it passed, anything where nobody knows. */
  readonly ranges: readonly Interval[];
  readonly worst: Failure | undefined;
}

/** What is not a plain pass in a conversation that came to its end is open, unless it failed. */
function outcomes({ side, cards, failures }: Places, scenarioId: ScenarioId, checkId: CheckId): Outcomes {
  const said = (cards.get(scenarioId) ?? []).map((card): Verdict => {
    const verdict = side.facts.verdicts.get(card.transcript_id)?.get(checkId) ?? "UNCLEAR";
    return verdict === "PASS" && !card.complete ? "UNCLEAR" : verdict;
  });
  const count = (wanted: Verdict) => said.filter((verdict) => verdict === wanted).length;
  const [failed, passed] = [count("FAIL"), count("PASS")];
  return {
    counts: { failed, passed, open: said.length - failed - passed },
    ranges: said.map((verdict) => (verdict === "FAIL" ? exactly(1) : verdict === "PASS" ? exactly(0) : OPEN)),
    worst: worstFirst(failures.get(`${scenarioId}#${checkId}`) ?? [])[0],
  };
}

/** A failure is gone only where every repeat was had again and passed: what nobody asked again has not improved. */
function kindOf({ counts: then }: Outcomes, { counts: now }: Outcomes): Change["kind"] | null {
  if (now.failed > 0) return then.failed > 0 ? "still" : "new";
  if (then.failed === 0) return null;
  return now.passed > 0 && now.open === 0 ? "gone" : "open";
}

function gravestFirst({ change: one }: FoundChange, { change: other }: FoundChange): number {
  return (
    compareSeverities(one.severity, other.severity) ||
    compareCheckIds(one.mode_id, other.mode_id) ||
    (one.scenario_id < other.scenario_id ? -1 : 1)
  );
}

/** What was asked and answered at that turn, on either side. */
async function fillReplies({ change, ids }: FoundChange, { a, b }: OpenedSides): Promise<void> {
  for (const [side, id, changed] of [
    [a, ids.before, change.before],
    [b, ids.after, change.after],
  ] as const) {
    if (id === null || changed.turn === null) continue;
    const { messages } = await side.scan.readTranscript(id);
    const words = (role: Transcript["messages"][number]["role"]) =>
      messages.find((message) => message.turn === changed.turn && message.role === role)?.content ?? null;
    changed.asked = shorten(words("user"), LONGEST_ASKED);
    changed.reply = shorten(words("assistant"), LONGEST_REPLY);
  }
}
