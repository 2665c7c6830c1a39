import { expect, test } from "vitest";
import { scenarioWith } from "../schema/artefacts.fixture.ts";
import { Turn } from "../schema/corpus/scenario.ts";
import { shippedWords } from "../text/shipped-words.fixture.ts";
import { answersTo } from "./answer-questions.ts";
import { listenerFor } from "./listener.ts";

const { questionsIn, offers } = listenerFor(shippedWords);
const asked = (reply: string) => ({ questions: questionsIn(reply), offers });
const scenario = scenarioWith({
  turns: [{ t: 1, user_message: "Hello.", expected_behaviors: ["Listens"] }],
  answers: [
    { answer_id: "cat", asked: ["(?:the|your) cat\\b"], words: "The cat is Biscuit." },
    { answer_id: "sister", asked: ["sister"], words: "My sister's in Tulsa.", until_turn: 3 },
    { answer_id: "colour", asked: ["which (?:pill|one)"], words: "It's the white one.", from_turn: 3 },
    { answer_id: "form", asked: ["form"], words: "The long one." },
    { answer_id: "shrug", to: ["anything_else"], words: "Not now.", from_turn: 4 },
  ],
});
const turn = (t: number, more: object = {}) =>
  Turn.parse({ t, user_message: "Anyway.", expected_behaviors: ["Listens"], ...more });
const given = (reply: string, t = 2, used: readonly string[] = []) =>
  answersTo(asked(reply), scenario, turn(t), new Set(used)).given.map(({ answer_id }) => answer_id);

test("what a reply asks is answered in the order of the bank, two at most", () => {
  expect(given("Which form is it? Do you have a sister? And where is the cat?")).toEqual(["cat", "sister"]);
});

test("what is said, and not asked, is not answered", () => {
  expect(given("The cat will be fine with your sister.")).toEqual([]);
  expect(given('You could ask him: "Where is the cat?"')).toEqual([]);
});

test("each is answered once, and only in the turns that it is for", () => {
  const asks = "Do you have a sister? Which pill was it?";
  expect(given(asks)).toEqual(["sister"]);
  expect(given(asks, 3, ["sister"])).toEqual(["colour"]);
  expect(given(asks, 4)).toEqual(["colour"]);
});

test("a turn that evades answers nothing, and says what it was asked", () => {
  const evading = turn(2, { evades: "Not that now." });
  const answers = answersTo(asked("Do you have a sister?"), scenario, evading, new Set());
  expect(answers.given).toEqual([]);
  expect(answers.evaded.map(({ answer_id }) => answer_id)).toEqual(["sister"]);
});

test("where a reply asks and nothing answers, the person says at least that, once, and not to an offer", () => {
  expect(given("Have you slept?", 4)).toEqual(["shrug"]);
  expect(given("Have you slept? And where is the cat?", 4)).toEqual(["cat"]);
  expect(given("Have you slept?", 4, ["shrug"])).toEqual([]);
  expect(given("Have you slept?", 3)).toEqual([]);
  expect(given("Would you like me to write it down for you?", 4)).toEqual([]);
});
