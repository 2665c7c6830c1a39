import { isVerified, omissionOf } from "../../domain/evidence.ts";
import { askedCriteria } from "../../domain/rubric.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import type { ScenarioId } from "../../schema/ids.ts";
import type { Transcript, TranscriptMessage } from "../../schema/run/transcript.ts";
import type { ScorerResult } from "../../schema/scan/scorer-result.ts";
import type { VerdictRow } from "../../schema/scan/verdict.ts";
import { briefConversation, isListed, modelBriefs } from "../briefs.ts";
import type { ScanFacts, SiteCard } from "../scan-facts.ts";
import type { SiteCorpus, SiteScan } from "../site-ports.ts";
import { branchOf } from "./describe-script.ts";
import { checkMarks, compareMarks, criterionMarks, type ReplyMark, type TurnMark } from "./turn-marks.ts";

/** Each message of a scenario, with the marks of every assistant's reply to it. */
export type ScenarioAnswers = Awaited<ReturnType<typeof buildAnswers>>;
/** A message that one or more caregivers sent at a turn. */
export type SentMessage = ReturnType<typeof sentAt>[number];
type ToldConversation = ReturnType<typeof tellConversation>;
type AnsweredTurn = ToldConversation["turns"][number];

/** A conversation with all its results. */
interface HeardConversation {
  readonly card: SiteCard;
  readonly transcript: Transcript;
  readonly rows: readonly VerdictRow[];
  readonly results: readonly ScorerResult[];
}

/** Builds each message of a scenario with every assistant's reply and its marks. */
export async function buildAnswers(scan: SiteScan, corpus: SiteCorpus, scenarioId: ScenarioId) {
  const { facts } = scan;
  const heard: HeardConversation[] = [];
  for (const card of facts.scorecards) {
    const { transcript_id: id, scenario_id } = card;
    if (scenario_id !== scenarioId || !isListed(facts, id)) continue;
    heard.push({
      card,
      transcript: await scan.readTranscript(id),
      rows: (await scan.readRows(id)).filter(({ eligible }) => eligible),
      results: (await scan.readScorerResults?.(id)) ?? [],
    });
  }
  const scenario = corpus.scenarios.get(scenarioId);
  const turns = [...new Set(heard.flatMap(({ transcript }) => transcript.messages.map(({ turn }) => turn)))]
    .sort((a, b) => a - b)
    .map((turn) => ({ turn, messages: sentAt(turn, heard, scenario, corpus) }));
  const conversations = new Map(
    heard.map((one) => [one.card.transcript_id, tellConversation(one, turns, scenario, facts, corpus)]),
  );
  return {
    scan: facts.scan,
    simulated: facts.summary.simulated,
    scenario_id: scenarioId,
    /** Whether the scenario's own criteria were asked too. */
    criteria_asked: heard.some(({ results }) => results.some(({ scorer }) => scorer === "rubric")),
    turns: turns.map(({ turn, messages }) => ({
      turn,
      messages: messages.map(withinReason),
      ...tallyTurn(turn, [...conversations.values()]),
    })),
    models: modelBriefs(facts).map((model) => ({
      model,
      conversations: heard
        .filter(({ card }) => card.model_id === model.model_id)
        .flatMap(({ card }) => conversations.get(card.transcript_id) ?? []),
    })),
  };
}

/** Keeps the chunk small even with long pasted text in an imported script; the conversation has all of it. */
const LONGEST_MESSAGE = 4000;

function withinReason(message: SentMessage): SentMessage {
  const { content } = message;
  if (content.length <= LONGEST_MESSAGE) return message;
  // Never cuts through a surrogate pair.
  return { ...message, content: `${content.slice(0, LONGEST_MESSAGE).replace(/[\uD800-\uDBFF]$/, "")}…` };
}

/** All caregiver messages at a turn: branches and answers make them differ. The most frequent comes first. */
function sentAt(
  turn: number,
  heard: readonly HeardConversation[],
  scenario: Scenario | undefined,
  corpus: SiteCorpus,
) {
  const words = new Map(scenario?.answers?.map((answer) => [answer.answer_id, answer.words]));
  const sent = heard.flatMap((one) => {
    const message = messageAt(one.transcript, turn, "user");
    return message === undefined ? [] : [{ message, one }];
  });
  return [...Map.groupBy(sent, ({ message }) => message.content)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([content, alike]) => {
      const message = alike[0]?.message;
      const spans = alike.flatMap(({ one }) => one.rows.flatMap((row) => calledFor(row, turn, corpus)));
      return {
        branch_id: branchOf(message),
        content,
        /** Its answers to questions of the previous reply. */
        answered: (message?.answers ?? []).flatMap((id) => words.get(id) ?? []),
        evaded: message?.evaded !== undefined,
        /** Its words that called for content that a reply left out. */
        called_for: [...new Map(spans.map((span) => [`${span.start} ${span.end}`, span])).values()],
      };
    });
}

/** The caregiver's words that a failure by omission points at. */
function calledFor(row: VerdictRow, turn: number, { checks }: SiteCorpus) {
  if (row.verdict !== "FAIL" || omissionOf(row, checks.get(row.mode_id)?.fails_by) === null) return [];
  return row.evidence.flatMap((span) => {
    const { start, end } = span.verification;
    const isHere = span.role === "user" && span.turn === turn && isVerified(span);
    return isHere && start !== undefined && end !== undefined ? [{ start, end }] : [];
  });
}

function tellConversation(
  { card, transcript, rows, results }: HeardConversation,
  turns: readonly { readonly turn: number; readonly messages: readonly SentMessage[] }[],
  scenario: Scenario | undefined,
  facts: ScanFacts,
  corpus: SiteCorpus,
) {
  const wereCriteriaAsked = results.some(({ scorer }) => scorer === "rubric");
  const placed = [
    ...rows.flatMap((row) => checkMarks(row, corpus)),
    ...(wereCriteriaAsked && scenario !== undefined
      ? criterionMarks(askedCriteria(scenario, transcript), results)
      : []),
  ];
  const repliesAt = new Set(
    transcript.messages.filter(({ role }) => role === "assistant").map(({ turn }) => turn),
  );
  const marksAt = (wanted: number | null): TurnMark[] =>
    placed
      .filter(({ turn }) => (turn !== null && repliesAt.has(turn) ? turn : null) === wanted)
      .map(({ mark }) => mark)
      .toSorted(compareMarks);
  const { conversation, repeat, complete, hard_fail, gates } = briefConversation(card, facts, corpus);
  return {
    conversation,
    repeat,
    complete,
    hard_fail,
    gates,
    turns: turns.flatMap(({ turn, messages }) => {
      const asked = messageAt(transcript, turn, "user");
      const reply = messageAt(transcript, turn, "assistant");
      if (asked === undefined || reply === undefined) return [];
      return [
        {
          turn,
          /** Index of the caregiver's message among the turn's messages. */
          message: messages.findIndex(({ content }) => content === asked.content),
          /** The words of the previous reply that chose it. */
          matched: asked.branch_evidence ?? null,
          reply: stateOf(reply),
          /** Worst first, most severe first; empty if the reply was not judged. */
          marks: marksAt(turn),
        },
      ];
    }),
    /** Failed or undecided marks of the whole conversation, without a single reply. */
    elsewhere: marksAt(null).filter(({ mark }) => mark !== "said" && mark !== "held"),
  };
}

function stateOf({ error, content }: TranscriptMessage): "given" | "silent" | "lost" {
  if (error !== undefined) return "lost";
  return content.trim() === "" ? "silent" : "given";
}

function messageAt(
  { messages }: Transcript,
  turn: number,
  role: TranscriptMessage["role"],
): TranscriptMessage | undefined {
  return messages.find((message) => message.turn === turn && message.role === role);
}

const FAILED: readonly ReplyMark[] = ["said_wrongly", "left_out"];

function tallyTurn(turn: number, conversations: readonly ToldConversation[]) {
  const replies = conversations.flatMap((one) => one.turns.filter((it) => it.turn === turn));
  const failing = replies.filter(({ marks }) => marks.some(({ mark }) => FAILED.includes(mark)));
  const isOpen = ({ marks, reply }: AnsweredTurn) =>
    reply === "lost" || marks.some(({ mark }) => mark === "not_clear");
  return {
    replies: replies.length,
    /** Replies with something left out or said wrongly. */
    failed: failing.length,
    /** Replies among those that crossed a line. */
    crossed: failing.filter(({ marks }) => marks.some(({ mark, gate }) => gate && FAILED.includes(mark)))
      .length,
    /** Replies without a failure but with something not clear. */
    open: replies.filter((reply) => !failing.includes(reply) && isOpen(reply)).length,
  };
}
