import type { Check } from "../../schema/corpus/check.ts";
import { MAIN_BRANCH, type Scenario } from "../../schema/corpus/scenario.ts";
import type { CheckId, Role, Tag } from "../../schema/ids.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { LexiconMatcher } from "../match/lexicon-matcher.ts";

/** A turn whose user message calls for a check, and the source that says so. */
export interface Cue {
  readonly turn: number;
  readonly source: "anchor" | "risk_trigger" | "lexicon" | "judge";
}

interface AuthoredCue {
  readonly t: number;
  readonly tags?: readonly Tag[] | undefined;
  readonly modes?: readonly CheckId[] | undefined;
  readonly branch_id?: string | undefined;
}

/**
 * Returns the cues of a check in a transcript, one per turn, by turn. Sources: the scenario's anchors for the check,
 * else its risk triggers, else hits of a user lexicon plus a judge's findings if there is no scenario. An authored cue
 * needs its turn and its branch to be played.
 */
export function findCues(input: {
  readonly check: Check;
  readonly scenario: Scenario | null;
  readonly messages: readonly TranscriptMessage[];
  readonly matcher: LexiconMatcher;
  readonly lexiconRole: Role | null;
  readonly foundByJudge?: readonly Cue[];
}): Cue[] {
  const { check, scenario, messages } = input;
  const answered = answeredCues(scenario, messages);
  const anchors = scenario?.cue_anchors ?? [];
  if (turnsOf(anchors, check, messages).length > 0)
    return turnsOf([...anchors, ...answered], check, messages).map((turn) => ({ turn, source: "anchor" }));
  const triggers = turnsOf([...(scenario?.risk_triggers ?? []), ...answered], check, messages);
  if (triggers.length > 0) return triggers.map((turn) => ({ turn, source: "risk_trigger" }));
  const flagged = flaggedTurns(input).map((turn): Cue => ({ turn, source: "lexicon" }));
  const found = (input.foundByJudge ?? []).filter((cue) => !flagged.some(({ turn }) => turn === cue.turn));
  return [...flagged, ...found].sort((a, b) => a.turn - b.turn);
}

function turnsOf(
  authored: readonly AuthoredCue[],
  check: Check,
  messages: readonly TranscriptMessage[],
): number[] {
  const wanted = new Set(check.eligibility.scenario_tags_any);
  return inOrder(
    authored
      .filter((cue) => cue.modes?.includes(check.id) || cue.tags?.some((tag) => wanted.has(tag)))
      .filter((cue) => messages.some((message) => isCued(message, cue)))
      .map((cue) => cue.t),
  );
}

/** Returns cues from recorded answers: each question that was asked is a cue. */
function answeredCues(
  scenario: Scenario | null,
  messages: readonly TranscriptMessage[],
): readonly AuthoredCue[] {
  const told = new Map(scenario?.answers?.map(({ answer_id, cues = [] }) => [answer_id, cues]));
  if (told.size === 0) return [];
  return messages.flatMap(({ turn, answers = [] }) =>
    answers.flatMap((id) => (told.get(id) ?? []).map(({ tags }) => ({ t: turn, tags }))),
  );
}

function isCued(message: TranscriptMessage, cue: AuthoredCue): boolean {
  if (message.role !== "user" || message.turn !== cue.t) return false;
  return cue.branch_id === undefined || cue.branch_id === (message.branch_id ?? MAIN_BRANCH);
}

function flaggedTurns({
  check,
  messages,
  matcher,
  lexiconRole,
}: Pick<Parameters<typeof findCues>[0], "check" | "messages" | "matcher" | "lexiconRole">): number[] {
  const name = "deterministic_precheck" in check.routing ? check.routing.deterministic_precheck : undefined;
  if (name === undefined || lexiconRole !== "user") return [];
  const only = new Set([name]);
  return inOrder(
    messages
      .filter((message) => message.role === "user" && matcher.find(message.content, "user", only).length > 0)
      .map((message) => message.turn),
  );
}

function inOrder(turns: readonly number[]): number[] {
  return [...new Set(turns)].sort((a, b) => a - b);
}
