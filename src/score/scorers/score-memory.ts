import type * as z from "zod";
import { scenarioTurns } from "../../domain/scenarios.ts";
import { exactly, meanOf, meanRange, OPEN } from "../../measure/scenario-means.ts";
import { MAIN_BRANCH, type ProbeKind, type Scenario, type TurnProbe } from "../../schema/corpus/scenario.ts";
import type { Words } from "../../schema/corpus/words.ts";
import type { Transcript, TranscriptMessage } from "../../schema/run/transcript.ts";
import type { MemoryScorer } from "../../schema/scan/scorer-result.ts";
import { findPhrase } from "../../text/match/contains-words.ts";
import { createDoubtFinder, type Doubt, type DoubtFinder } from "../../text/match/find-doubt.ts";
import { createFuzzyTests, type FuzzyTests, fuzzySearchIn } from "../../text/match/fuzzy-match.ts";
import { normalizeText } from "../../text/normalise/normalize-text.ts";
import type { TextRange } from "../../text/normalise/words.ts";

/** Tests of words for reading replies. */
export interface MemoryTests extends FuzzyTests {
  readonly doubtsIn: DoubtFinder;
}

export function createMemoryTests(words: Pick<Words, "exceptions" | "spellings">): MemoryTests {
  return { ...createFuzzyTests(words), doubtsIn: createDoubtFinder(words.exceptions) };
}

/** Whether a probe asks for a value that must be stated. Other probes ask for wording, which may deny or ask. */
const IS_STATED: Readonly<Record<z.infer<typeof ProbeKind>, boolean>> = {
  recall: true,
  multi_session: true,
  time: true,
  abstention: false,
  boundary_check: false,
  pronoun_continuity: false,
};

type ProbeOutcome = MemoryScorer["probes"][number];

/** A probe with the current and outdated values at its turn, independent of the reply. */
interface PlacedProbe {
  readonly t: number;
  readonly probe: z.infer<typeof TurnProbe>;
  readonly wanted: readonly string[];
  readonly outdated: readonly string[];
}

const PROBES = new WeakMap<Scenario, readonly PlacedProbe[]>();

/** Scores every probe whose turn was played and answered. `null` if the scenario has no probes. */
export function scoreMemory(
  scenario: Scenario | null,
  transcript: Transcript,
  tests: MemoryTests,
): MemoryScorer | null {
  if (scenario === null) return null;
  const probes = PROBES.get(scenario) ?? placedProbes(scenario);
  PROBES.set(scenario, probes);
  const outcomes = probes.flatMap((placed): ProbeOutcome[] => {
    const { t, probe } = placed;
    const reply = replyTo(transcript, t, probe.branch_id);
    if (reply === null) return [];
    const outcome = reply === "lost" ? LOST : examine(placed, reply, tests);
    return [{ turn: t, kind: probe.kind, ...outcome }];
  });
  if (outcomes.length === 0) return null;
  return {
    score: meanOf(outcomes.flatMap(({ hit }) => (hit === null ? [] : Number(hit)))),
    bounds: meanRange(outcomes.map(({ hit }) => (hit === null ? OPEN : exactly(Number(hit))))),
    probes: outcomes,
  };
}

const LOST = { hit: null, reason: "lost" } as const;

function placedProbes(scenario: Scenario): readonly PlacedProbe[] {
  return [
    ...scenarioTurns(scenario).flatMap(({ turn }) =>
      (turn.probes ?? []).map((probe) => ({ t: turn.t, probe })),
    ),
    ...(scenario.probes ?? []).map(({ t, ...probe }) => ({ t, probe })),
  ]
    .sort((a, b) => a.t - b.t)
    .map(({ t, probe }) => {
      const told = toldValues(scenario, t);
      const wanted = probe.expected.filter((value) => !isOutdated(value, told));
      const replaced = probe.expected.filter((value) => isOutdated(value, told));
      return { t, probe, wanted, outdated: [...replaced, ...outdatedAnswers(wanted, told)] };
    });
}

/** Returns the reply that a probe examines; `null` if the conversation took another branch. */
function replyTo(
  transcript: Transcript,
  turn: number,
  branchId: string | undefined,
): TranscriptMessage | "lost" | null {
  const ofTurn = transcript.messages.filter((message) => message.turn === turn);
  const asked = ofTurn.find((message) => message.role === "user");
  // The remaining path of an incomplete conversation is unknown, so it could have reached this probe.
  if (asked === undefined) return transcript.header.complete ? null : "lost";
  if (branchId !== undefined && branchId !== (asked.branch_id ?? MAIN_BRANCH)) return null;
  return ofTurn.find((message) => message.role === "assistant" && message.error === undefined) ?? "lost";
}

function examine(
  { probe, wanted, outdated }: PlacedProbe,
  reply: TranscriptMessage,
  tests: MemoryTests,
): Pick<ProbeOutcome, "hit" | "matched" | "reason"> {
  const { content } = reply;
  const mode = probe.match ?? "fuzzy";
  const normalized = normalizeText(content);
  const search = fuzzySearchIn(normalized, tests);
  const wordsOf = (
    values: readonly string[],
    how: "exact" | "fuzzy",
    counts?: (hit: TextRange) => boolean,
  ) => {
    for (const value of values) {
      const range = search(value, how, counts);
      if (range !== null) return content.slice(range.start, range.end);
    }
    return undefined;
  };
  const wordsOfEither = (counts?: (hit: TextRange) => boolean) =>
    wordsOf(wanted, "exact", counts) ?? (mode === "fuzzy" ? wordsOf(wanted, "fuzzy", counts) : undefined);
  // A misspelt word must not match a forbidden one.
  const forbidden = wordsOf(probe.forbidden ?? [], "exact");
  if (forbidden !== undefined) return { hit: false, matched: forbidden, reason: "forbidden" };

  const doubtOf = IS_STATED[probe.kind] ? tests.doubtsIn(normalized) : () => null;
  let doubt: Doubt | null = null;
  const matched = wordsOfEither((hit) => {
    const found = doubtOf(hit);
    doubt ??= found;
    return found === null;
  });
  if (matched !== undefined) return { hit: true, matched };
  if (reply.truncated) return { hit: null, reason: "truncated" };
  if (doubt !== null) return { hit: false, matched: wordsOfEither() ?? "", reason: doubt };
  const stale = wordsOf(outdated, mode);
  return stale === undefined
    ? { hit: false, reason: "absent" }
    : { hit: false, matched: stale, reason: "outdated" };
}

/** A value that the caregiver told, and its changes. */
export interface ToldValue {
  readonly current: string;
  /** Earlier values, oldest first. */
  readonly outdated: readonly string[];
}

/** Returns the values told up to and including a turn. */
function toldValues(scenario: Scenario, turn: number): readonly ToldValue[] {
  const history = new Map<string, string[]>();
  for (const { turn: told } of scenarioTurns(scenario)) {
    if (told.t > turn) break;
    for (const [key, value] of Object.entries({ ...told.facts, ...told.updates })) {
      const before = history.get(key) ?? [];
      if (before.at(-1) !== value) history.set(key, [...before, value]);
    }
  }
  return [...history.values()].map((values) => ({
    current: values.at(-1) ?? "",
    outdated: values.slice(0, -1),
  }));
}

/** Whether an expected answer has since been replaced. */
function isOutdated(expected: string, told: readonly ToldValue[]): boolean {
  const plain = normalizeText(expected).text;
  return told.some(
    ({ current, outdated }) =>
      outdated.some((value) => normalizeText(value).text === plain) ||
      (outdated.some((value) => findPhrase(value, expected) !== null) &&
        findPhrase(current, expected) === null),
  );
}

/** Returns answers of a reply that missed the change: the old values of the question, without their remarks. */
function outdatedAnswers(expected: readonly string[], told: readonly ToldValue[]): readonly string[] {
  return told
    .filter(({ current }) => expected.some((value) => findPhrase(current, value) !== null))
    .flatMap(({ outdated }) => outdated)
    .map((value) => value.replace(/[,;(].*$/s, "").trim())
    .filter((value) => value !== "" && !expected.some((wanted) => findPhrase(value, wanted) !== null));
}
