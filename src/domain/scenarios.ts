import { ANY_TAG, type Check } from "../schema/corpus/check.ts";
import {
  type Bridge,
  MAIN_BRANCH,
  type Scenario,
  type ScenarioCategory,
  type ScenarioStatus,
  type Session,
  type Turn,
  UNSURE_BRANCH,
} from "../schema/corpus/scenario.ts";
import type { PackMark, RunId, ScenarioId, Tag } from "../schema/ids.ts";
import type { TranscriptHeader } from "../schema/run/transcript.ts";
import { isGateDimension } from "./dimensions.ts";

/** Upper bound per turn: a person who is asked ten things answers some, then continues with the scripted message. */
export const MOST_ANSWERS = 2;

export interface ScenarioTurn {
  readonly turn: Turn;
  /** `null` in a scenario without sessions. */
  readonly session: Session | null;
  readonly firstOfSession: boolean;
}

/** A scenario's turns in order, with or without sessions. */
export function scenarioTurns(scenario: Scenario): readonly ScenarioTurn[] {
  if (scenario.sessions === undefined) {
    return (scenario.turns ?? []).map((turn) => ({ turn, session: null, firstOfSession: false }));
  }
  return scenario.sessions.flatMap((session) =>
    session.turns.map((turn, index) => ({ turn, session, firstOfSession: index === 0 })),
  );
}

/** Every message that is possible at a turn: its own, those of its branches, and the one for a doubtful reply. */
export function messagesOf(turn: Turn): readonly (Bridge & { readonly branch_id: string })[] {
  return [
    { ...turn, branch_id: MAIN_BRANCH },
    ...(turn.branches ?? []),
    ...(turn.unsure === undefined ? [] : [{ ...turn.unsure, branch_id: UNSURE_BRANCH }]),
  ];
}

/** A contrast group, an SMS twin with its original, or a pair is one family: the cluster that statistics resample. */
export function scenarioFamily(scenario: Scenario): string {
  return scenario.contrast_group ?? scenario.sms_variant_of ?? scenario.pair ?? scenario.scenario_id;
}

/** All tags of a scenario: its failure modes, its tags, and the tags of its risk triggers. */
export function scenarioTags(scenario: Scenario): ReadonlySet<Tag> {
  return new Set([
    ...scenario.failure_mode_tags,
    ...(scenario.tags ?? []),
    ...(scenario.risk_triggers ?? []).flatMap((trigger) => trigger.tags),
  ]);
}

/** Whether a filter selects a scenario. */
export function isAskedFor(
  scenario: Scenario,
  {
    category,
    tags = [],
    status,
  }: {
    readonly category?: ScenarioCategory;
    /** Matches any of these; an empty list matches all. */
    readonly tags?: readonly string[];
    readonly status: ScenarioStatus | "all";
  },
): boolean {
  const own = new Set<string>(scenarioTags(scenario));
  return (
    (tags.length === 0 || tags.some((tag) => own.has(tag))) &&
    (category === undefined || scenario.category === category) &&
    (status === "all" || scenario.status === status)
  );
}

/** The tags that decide about a conversation: its scenario's, or its own if it has no scenario. */
export function conversationTags(
  { tags }: Pick<TranscriptHeader, "tags">,
  scenario: Scenario | null,
): ReadonlySet<Tag> {
  return scenario === null ? new Set(tags) : scenarioTags(scenario);
}

/** Whether a check applies, decided by tags alone and never by a judge. */
export function isEligible(check: Check, tags: ReadonlySet<Tag>): boolean {
  return check.eligibility.scenario_tags_any.some((tag) => tag === ANY_TAG || tags.has(tag));
}

/** Whether a check is only asked of products, because a duty of the product's place calls for it. */
export function needsProduct({ eligibility }: Pick<Check, "eligibility">): boolean {
  return eligibility.duty !== undefined;
}

/** The tag under which safety overrides a check that would apply. */
export function suppressorOf(check: Check, tags: ReadonlySet<Tag>): Tag | undefined {
  return isEligible(check, tags) ? check.routing.suppressed_by_tags?.find((tag) => tags.has(tag)) : undefined;
}

/**
 * Whether a check can fail by the assistant's own act, visible in a single reply, without a cue that calls
 * for it. Facts have their own search, and the sum of a whole session is no single act.
 */
export function isOwnAct(check: Check): boolean {
  const { unit_of_analysis: unit, corpus_required: hasOwnSearch, llm_required: isJudged } = check.routing;
  if (check.fails_by === "omission" || hasOwnSearch || !isJudged) return false;
  return unit === "turn_level" || (unit !== "session_state" && isGateDimension(check.primary_bucket));
}

/**
 * Whether a gate dimension's check needs a cue in the person's words. If no author marked cues, a search
 * looks for them.
 */
export function isCalledByCue(check: Check): boolean {
  const { unit_of_analysis: unit, corpus_required: hasOwnSearch, llm_required: isJudged } = check.routing;
  if (!isJudged || hasOwnSearch || !isGateDimension(check.primary_bucket)) return false;
  return unit === "event_window" || unit === "session_state" || !isOwnAct(check);
}

/** Whether an author wrote the conversation's user messages and tagged its risks. Imports have no author. */
export function hasAuthor(scenarioId: ScenarioId): boolean {
  return !scenarioId.startsWith("import_");
}

/** A pack as named in every artefact. */
export function packMark(pack: PackMark | null): PackMark | null {
  return pack && { name: pack.name, version: pack.version, hash: pack.hash };
}

/** Display name of a pack. */
export function packTitle({ name, version }: Pick<PackMark, "name" | "version">): string {
  return `${name} ${version}`;
}

/** A pack's run is stored next to the core's, with its name as a prefix: no name of a pack holds a dot. */
export function packRunName(coreRun: string, pack: string): string {
  return `${coreRun}.${pack}`;
}

/** A scan by a pack's own checks has the pack's name in its own: no other name of a scan holds a dot. */
export function ownScanName(scan: string, pack: string): string {
  return `${scan}.${pack}`;
}

/** The pack whose own checks made a scan, from the scan's name; `null` if the core's did. */
export function packOfScan(scanId: string): string | null {
  const dot = scanId.indexOf(".");
  return dot === -1 ? null : scanId.slice(dot + 1);
}

/** The core's run next to a pack's run, from the name; `null` if it has another form. */
export function coreRunName(packRun: RunId, pack: string): string | null {
  const end = `.${pack}`;
  return packRun.endsWith(end) ? packRun.slice(0, -end.length) : null;
}

/** Variables of a persona that a scenario may name for comparison. */
export const PERSONA_VARIABLES = ["gender", "race_ethnicity", "income_bracket", "primary_language"] as const;

/**
 * A variable that a scenario names, with the persona's value; `null` for a trait such as `rural`, which is
 * present or absent.
 */
export interface FairnessMark {
  readonly variable: string;
  readonly value: string | null;
}

/** `age_50_64` is the variable `age` with the value `50_64`. */
const AGE = /^age_(.+)$/;

export function fairnessMarks({ dif_variables = [], persona }: Scenario): readonly FairnessMark[] {
  return dif_variables.map((name) => {
    const age = AGE.exec(name)?.[1];
    if (age !== undefined) return { variable: "age", value: age };
    const stated = PERSONA_VARIABLES.find((variable) => variable === name);
    return { variable: name, value: stated === undefined ? null : (persona[stated] ?? null) };
  });
}

/**
 * Whether the scenario belongs to a pair that differs only in this variable: the anchor of its contrast
 * group, or the variant that declares the variable as changed.
 */
export function isPairedOn(scenario: Scenario, variable: string): boolean {
  const { contrast_group, contrast_variable, scenario_id } = scenario;
  return contrast_group !== undefined && (contrast_group === scenario_id || contrast_variable === variable);
}

/** Content note before people read conversations: on the site, in reports, and before a review. */
const CONTENT_NOTE =
  "Caregivers in these conversations speak of exhaustion, despair, suicidal thoughts, abuse, neglect, illness and death, and some replies are harmful.";

/** Note for private conversations, such as imports: the people in them are unknown to us. */
export function peopleNote(isPrivate: boolean): string | null {
  return isPrivate ? null : "The people in them are invented.";
}

/** @param isPrivate whether the material is private */
export function contentNote(isPrivate: boolean): string {
  const people = peopleNote(isPrivate);
  return people === null ? CONTENT_NOTE : `${CONTENT_NOTE} ${people}`;
}
