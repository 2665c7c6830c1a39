/** Compares two releases of a model: failures at only one of them, and at both. */

import { compareCheckIds, compareSeverities } from "../domain/dimensions.ts";
import { conversationKey } from "../domain/keys.ts";
import { sharedChecks } from "../domain/profiles.ts";
import { shorten } from "../domain/visible-text.ts";
import { compareText } from "../kernel/order.ts";
import { chanceOfChange } from "../measure/proven-difference.ts";
import { exactly, OPEN } from "../measure/scenario-means.ts";
import { worstFirst } from "../report/read-first.ts";
import type { CheckId, ScenarioId, Severity, TranscriptId } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import { compareSides } from "./build-comparison.ts";
import { type Finding, LONGEST_ASKED } from "./describe-finding.ts";
import type { OpenedSide, OpenedSides } from "./open-sides.ts";
import type { Failure, SiteCard } from "./scan-facts.ts";

/** Changes from the first release to the second. */
export type SiteChanges = NonNullable<Awaited<ReturnType<typeof buildChanges>>>;

/** One check in one scenario at one release, over all repeats, with the reply that shows it best. */
export interface ChangedSide {
  /** Number of repeats that failed, passed, or are undecided. */
  readonly failed: number;
  readonly passed: number;
  readonly open: number;
  /** Repeats in which a search of all replies found nothing; absent if there were none. */
  readonly not_found?: number;
  /** `null` if the scenario was not run. */
  readonly conversation: string | null;
  readonly repeat: number | null;
  readonly turn: number | null;
  /** The caregiver's message, shortened. */
  asked: string | null;
  /** The whole reply of that turn, shortened; `null` if there is none, or too many to show. */
  reply: string | null;
  readonly finding: Finding | null;
}

export interface Change {
  /** open: it failed before, and no evidence shows that it stopped. */
  readonly kind: "new" | "gone" | "still" | "open";
  readonly scenario_id: ScenarioId;
  readonly title: string;
  readonly mode_id: CheckId;
  readonly severity: Severity;
  readonly before: ChangedSide;
  readonly after: ChangedSide;
  /**
   * Probability of such a difference between repeats without any change, in the least favourable case; `null` with a
   * single repeat.
   */
  readonly chance: number | null;
}

/** Enough replies of a kind to read; the others can be opened. */
const REPLIES_PER_KIND = 40;
const LONGEST_REPLY = 3000;

const KINDS = ["new", "open", "still", "gone"] as const satisfies readonly Change["kind"][];

/** `null` if one of the sides has no conversations. */
export async function buildChanges(sides: OpenedSides) {
  const { a, b, corpus } = sides;
  const compared = compareSides(a, b, corpus);
  if (compared === null) return null;
  const { shared } = sharedChecks(a.facts.plan, b.facts.plan);
  const [before, after] = [placesOf(a), placesOf(b)];
  const found: FoundChange[] = [];
  for (const place of new Set([...before.failures.keys(), ...after.failures.keys()])) {
    const worst = worstFirst([
      ...(after.failures.get(place) ?? []),
      ...(before.failures.get(place) ?? []),
    ])[0];
    if (worst === undefined || !shared.includes(worst.checkId)) continue;
    const change = await compareAt(before, after, worst);
    if (change !== null) found.push(change);
  }
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

/** A side, indexed by scenario and check. */
interface Places {
  readonly side: OpenedSide;
  readonly cards: ReadonlyMap<ScenarioId, readonly SiteCard[]>;
  readonly failures: ReadonlyMap<string, readonly Failure[]>;
  /** The conversation's checks without a tag for which a search of all its replies found nothing. */
  notFound(id: TranscriptId): Promise<ReadonlySet<CheckId>>;
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
    notFound: notFoundIn(side),
  };
}

/** Reads the rows of a conversation once. */
function notFoundIn({ scan }: OpenedSide): Places["notFound"] {
  const known = new Map<TranscriptId, ReadonlySet<CheckId>>();
  return async (id) => {
    const searched =
      known.get(id) ??
      new Set(
        (await scan.readRows(id))
          .filter(({ verdict, details }) => verdict === "NOT_APPLICABLE" && details.cause === "no_act")
          .map(({ mode_id }) => mode_id),
      );
    known.set(id, searched);
    return searched;
  };
}

interface FoundChange {
  readonly change: Change;
  readonly ids: { readonly before: TranscriptId | null; readonly after: TranscriptId | null };
}

async function compareAt(
  before: Places,
  after: Places,
  { scenarioId, checkId, severity }: Failure,
): Promise<FoundChange | null> {
  const then = await outcomes(before, scenarioId, checkId);
  const now = await outcomes(after, scenarioId, checkId);
  const kind = kindOf(then, now);
  if (kind === null) return null;
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
  return {
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
  };
}

interface Outcomes {
  readonly counts: Pick<ChangedSide, "failed" | "passed" | "open" | "not_found">;
  /** One per repeat: 1 if it failed, 0 if it passed or nothing was found, the full range if undecided. */
  readonly ranges: readonly Interval[];
  readonly worst: Failure | undefined;
}

type Outcome = "failed" | "passed" | "not_found" | "open";

/** In an incomplete conversation only a failure counts. */
async function outcomes(places: Places, scenarioId: ScenarioId, checkId: CheckId): Promise<Outcomes> {
  const said: Outcome[] = [];
  for (const card of places.cards.get(scenarioId) ?? []) said.push(await outcomeOf(places, card, checkId));
  const count = (wanted: Outcome) => said.filter((outcome) => outcome === wanted).length;
  const notFound = count("not_found");
  return {
    counts: {
      failed: count("failed"),
      passed: count("passed"),
      open: count("open"),
      ...(notFound === 0 ? {} : { not_found: notFound }),
    },
    ranges: said.map((outcome) => (outcome === "open" ? OPEN : exactly(outcome === "failed" ? 1 : 0))),
    worst: worstFirst(places.failures.get(`${scenarioId}#${checkId}`) ?? [])[0],
  };
}

async function outcomeOf(
  { side, notFound }: Places,
  { transcript_id: id, complete }: SiteCard,
  checkId: CheckId,
): Promise<Outcome> {
  const verdict = side.facts.verdicts.get(id)?.get(checkId);
  if (verdict === "FAIL") return "failed";
  if (!complete) return "open";
  if (verdict === "PASS") return "passed";
  return verdict === undefined && (await notFound(id)).has(checkId) ? "not_found" : "open";
}

/**
 * A failure is gone if every repeat passed, or was searched without a finding. A check that was not asked again does
 * not count as improved.
 */
function kindOf({ counts: then }: Outcomes, { counts: now }: Outcomes): Change["kind"] | null {
  if (now.failed > 0) return then.failed > 0 ? "still" : "new";
  if (then.failed === 0) return null;
  return now.passed + (now.not_found ?? 0) > 0 && now.open === 0 ? "gone" : "open";
}

function gravestFirst({ change: one }: FoundChange, { change: other }: FoundChange): number {
  return (
    compareSeverities(one.severity, other.severity) ||
    compareCheckIds(one.mode_id, other.mode_id) ||
    compareText(one.scenario_id, other.scenario_id)
  );
}

/** Adds the message and the reply of that turn, for both sides. */
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
