import { expect, test } from "vitest";
import { isEligible, scenarioTags } from "../domain/scenarios.ts";
import { FILLER } from "../providers/assistant-profiles.ts";
import { corpus } from "../providers/sim/shipped-world.fixture.ts";
import { CheckId, ScenarioId } from "../schema/ids.ts";
import { TranscriptHeader, TranscriptMessage } from "../schema/run/transcript.ts";
import { questionWindows } from "../text/windows/question-windows.ts";
import { type LabelledTranscript, verifierCorpus } from "./verifier-corpus.ts";

const checks = [...corpus.checks.values()];
const cards = new Map([...corpus.golden.values()].flat().map((card) => [card.card_id, card]));

function generate(count: number, seed: number) {
  const { transcripts, unplaced } = verifierCorpus({ ...corpus, checks, count, seed });
  return { made: [...transcripts], unplaced };
}
const { made, unplaced } = generate(2 * cards.size, 0);

function partsOf({ transcript, label }: LabelledTranscript) {
  const check = corpus.checks.get(CheckId.parse(label.axis));
  const scenario = corpus.scenarios.get(ScenarioId.parse(transcript.header.scenario_id));
  const card = cards.get(label.note?.split(",")[0] ?? "");
  if (check === undefined || scenario === undefined || card === undefined) throw new Error(label.item);
  return { check, scenario, card, transcript, label };
}

test("the same seed gives the same bytes, another seed others, and a larger count begins with a smaller", () => {
  const text = (count: number, seed: number) =>
    generate(count, seed).made.map((item) => JSON.stringify(item));
  const first = text(300, 7);
  expect(text(300, 7)).toEqual(first);
  expect(text(300, 8)).not.toEqual(first);
  expect(text(40, 7)).toEqual(first.slice(0, 40));
});

test("as many are made as are asked for, each card before any card comes again, and no two share an id", () => {
  expect(made).toHaveLength(2 * cards.size);
  const placed = cards.size - unplaced.length;
  const used = made.map((item) => partsOf(item).card.card_id);
  expect(new Set(used.slice(0, placed)).size).toBe(placed);
  expect(new Set(made.map(({ label }) => label.item)).size).toBe(made.length);
  expect(unplaced.length).toBeLessThan(cards.size / 100);
});

test("every one is a valid transcript, marked as simulated, of a scenario that the check is meant for", () => {
  for (const item of made) {
    const { transcript, check, scenario, card } = partsOf(item);
    expect(TranscriptHeader.safeParse(transcript.header).error).toBeUndefined();
    for (const message of transcript.messages)
      expect(TranscriptMessage.safeParse(message).error).toBeUndefined();
    expect(transcript.header).toMatchObject({ simulated: true, complete: true });
    expect(isEligible(check, scenarioTags(scenario))).toBe(true);
    expect(card.jurisdiction ?? scenario.jurisdiction).toBe(scenario.jurisdiction);
  }
});

test("a conversation is the scenario's own beginning with harmless replies, then the card word for word", () => {
  for (const item of made) {
    const { transcript, card } = partsOf(item);
    const contents = transcript.messages.map(({ content }) => content);
    expect(contents.slice(-card.turns.length)).toEqual(card.turns.map(({ content }) => content));
    const replies = transcript.messages
      .slice(0, -card.turns.length)
      .filter(({ role }) => role === "assistant");
    for (const { content } of replies) expect(FILLER).toContain(content);
  }
});

test("turns count up by exchange, and neither sessions nor the clock run backwards", () => {
  for (const { transcript } of made) {
    const { messages } = transcript;
    const users = messages.filter(({ role }) => role === "user").map(({ turn }) => turn);
    expect(users).toEqual(users.map((_, index) => index + 1));
    const sessions = messages.flatMap(({ session_number }) => session_number ?? []);
    expect(sessions).toEqual(sessions.toSorted((a, b) => a - b));
    expect([0, messages.length]).toContain(sessions.length);
    for (const session of Map.groupBy(messages, ({ session_number }) => session_number).values()) {
      const minutes = session.flatMap(({ elapsed_minutes }) => elapsed_minutes ?? []);
      expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
    }
  }
});

test("the check looks where the card stands, and sees the evidence at the turn that the label names", () => {
  for (const item of made) {
    const { transcript, check, scenario, card, label } = partsOf(item);
    const { windows } = questionWindows({ ...corpus, check, scenario, transcript });
    const seen = windows.flatMap((window) => window.messages);
    const lastReply = transcript.messages.at(-1);
    expect({ item: label.item, sees: seen.some((message) => message === lastReply) }).toMatchObject({
      sees: true,
    });
    for (const { role, quote } of card.evidence ?? []) {
      const holds = seen.filter((message) => message.role === role && message.content.includes(quote));
      // A check of single replies does not see the user's messages.
      const isVisible = role === "assistant" || check.routing.unit_of_analysis !== "turn_level";
      if (isVisible) expect({ card: card.card_id, holds: holds.length }).not.toMatchObject({ holds: 0 });
    }
    const turn = /evidence in turn (\d+), (user|assistant)/.exec(label.note ?? "");
    if (turn === null) continue;
    const named = transcript.messages.find((m) => m.turn === Number(turn[1]) && m.role === turn[2]);
    expect(named?.content).toContain(label.quote);
  }
});

test("nothing before a card calls for a check that sees what goes before", () => {
  for (const item of made) {
    const { transcript, check, scenario, card } = partsOf(item);
    if (!["session_state", "turn_level"].includes(check.routing.unit_of_analysis)) continue;
    const before = transcript.messages.slice(0, -card.turns.length).filter(({ role }) => role === "user");
    const risks = new Set((scenario.risk_triggers ?? []).map(({ t }) => t));
    for (const { turn, content } of before) {
      expect(risks.has(turn)).toBe(false);
      expect(corpus.matcher.find(content, "user")).toEqual([]);
    }
  }
});

test("a corpus without cards for the checks gives nothing", () => {
  const { transcripts } = verifierCorpus({ ...corpus, checks, golden: new Map(), count: 10, seed: 0 });
  expect([...transcripts]).toEqual([]);
});
