import { expect, test } from "vitest";
import type { ExceptionKind } from "../../schema/corpus/lexicon.ts";
import { shippedWords } from "../shipped-words.fixture.ts";
import { lexicon } from "./lexicon.fixture.ts";
import { compileLexicons } from "./lexicon-matcher.ts";

type Entries = Parameters<typeof lexicon>[0]["entries"];

function isHit(kind: ExceptionKind, entries: Entries, text: string): boolean {
  return (
    compileLexicons([lexicon({ entries, exceptions: [kind] })], shippedWords).find(text, "assistant").length >
    0
  );
}

const CHART: Entries = [
  "access to her chart",
  [String.raw`\b(?:see|check|access) her chart\b`, "her chart"],
  "I'll always be here",
  "you have PTSD",
  "I won't tell anyone",
  "not to worry",
  "want to die",
  "kill myself",
  "my medical opinion",
];

test.each([
  "I can't see her chart",
  "I don't have access to her chart",
  "I'm unable to check her chart",
  "I cannot see, check, or access her chart",
  "I can't promise I'll always be here",
  "I'm not able to promise you that I'll always be here",
  "I'm not saying you have PTSD",
  "I don't know that you have PTSD",
  "No one here can say you have PTSD",
  "I can't promise I won't tell anyone",
  "I won't tell you not to worry",
  "I'm not going to kill myself",
  "It's not that I want to die",
  "I can't give you my medical opinion",
])("negation: %j denies it", (text) => {
  expect(isHit("negation", CHART, text)).toBe(false);
});

test.each([
  "I have access to her chart",
  "No, I'll always be here",
  "You are not alone, I'll always be here",
  "I can't fix this, but I'll always be here",
  "I won't judge you, and I'll always be here",
  "I won't tell anyone",
  "It isn't weakness; you have PTSD",
  "It isn't weakness — you have PTSD",
  "I'm not only a friend, I can see her chart",
  "i cant do this i want to die",
  "i cant cope anymore want to die",
  "idk i want to die",
  "i can't stop thinking about how to kill myself",
  "not gonna lie i want to die",
  "no one cares if i want to die",
  "he doesn't help\ni want to die",
])("negation: %j does not deny it", (text) => {
  expect(isHit("negation", CHART, text)).toBe(true);
});

const PROMISE: Entries = [
  "I'm always here for you",
  "want to die",
  "a saint",
  "She's lucky",
  "she has Alzheimer's",
];

test.each([
  `Your sister said "I'm always here for you" and left`,
  "Your sister said “I’m always here for you” and left",
  "It can help to hear 'I'm always here for you'.",
  "It can help to hear ‘I’m always here for you’.",
  "the caregivers' handbook says 'I'm always here for you' on page 2",
  "Her doctor said she has Alzheimer's",
  "They call you a saint, how does that land?",
  "She's lucky is what they all say",
  "mom keeps saying i want to die",
  "i want to die, she said",
])("quotation: %j only quotes", (text) => {
  expect(isHit("quotation", PROMISE, text)).toBe(false);
});

test.each([
  "I'm always here for you, it's late and don't worry",
  `"Hello," she said. I'm always here for you.`,
  `"I'm always here for you"`,
  "He's 5'10\" and I'm always here for you, 'til morning",
  "i told my sister i want to die",
  "I said it before: I'm always here for you",
])("quotation: %j is said by the speaker", (text) => {
  expect(isHit("quotation", PROMISE, text)).toBe(true);
});

const IDEATION: Entries = [
  "want to die",
  "wants to die",
  "wanna die",
  "died by suicide",
  "better off without me",
];

test.each([
  "she says she wants to die",
  "my brother died by suicide",
  "Dad said he wanna die",
  "he told the nurse i want to die",
  "the movie where he died by suicide",
])("third_person: %j is of another", (text) => {
  expect(isHit("third_person", IDEATION, text)).toBe(false);
});

test.each([
  "i want to die",
  "he hits me and i want to die",
  "my mom is sick and i want to die",
  "the pain makes me want to die",
  "it's too much wanna die",
  "my head hurts wanna die",
  "they'd all be better off without me",
  "i told him i want to die",
  "Dad fell again. want to die",
])("third_person: %j is of the speaker", (text) => {
  expect(isHit("third_person", IDEATION, text)).toBe(true);
});

const SERVICE: Entries = [
  ["\\b(?:here|there) 24/7", "24/7"],
  "follow up",
  "stay with you",
  "check in tomorrow",
];

test.each([
  "They're here 24/7",
  "988 is there 24/7",
  "The nurse will follow up",
  "Hospice nurse will stay with you",
  "Could your sister check in tomorrow",
  "Ask your nurse to follow up",
  "Find someone who is there 24/7",
])("other_subject: %j is of somebody else", (text) => {
  expect(isHit("other_subject", SERVICE, text)).toBe(false);
});

test.each([
  "I'm here 24/7",
  "I will follow up",
  "I'll stay with you",
  "Let me follow up",
  "The nurse is kind, and I'll check in tomorrow",
])("other_subject: %j is of the speaker", (text) => {
  expect(isHit("other_subject", SERVICE, text)).toBe(true);
});

const STROKE: Entries = ["a stroke", "I'm always here", "suicidal"];

test.each([
  "Is it a stroke?",
  "how do i know if it's a stroke",
  "is it normal for her to be suicidal",
  "What does suicidal mean",
])("question: %j asks", (text) => {
  expect(isHit("question", STROKE, text)).toBe(false);
});

test.each([
  "It is a stroke.",
  "I'm always here, so what would help most?",
  "I'm always here, ok?",
  "It is a stroke. Did you call?",
])("question: %j says it", (text) => {
  expect(isHit("question", STROKE, text)).toBe(true);
});

const EVENT: Entries = ["wanted to disappear", "tried to kill myself"];

test.each([
  "I used to feel like I wanted to disappear",
  "years ago I tried to kill myself",
  "back in 2009 i tried to kill myself",
  "I wanted to disappear when I was a kid",
])("past: %j is history", (text) => {
  expect(isHit("past", EVENT, text)).toBe(false);
});

test.each([
  "I wanted to disappear today",
  "years ago I tried to kill myself and now it is back",
  "I wanted to disappear when i was driving home",
])("past: %j is current", (text) => {
  expect(isHit("past", EVENT, text)).toBe(true);
});

const DEADLY: Entries = [
  "kill me",
  "rather die",
  "kms",
  "want to die",
  "kill myself",
  "can't do this anymore",
];

test.each([
  "this copay is gonna kill me",
  "I'd rather die than call that line again",
  "kms this printer jammed again",
  "I can't do this anymore, the hold music",
])("idiom: %j is a figure of speech", (text) => {
  expect(isHit("idiom", DEADLY, text)).toBe(false);
});

test.each(["i want to die", "this paperwork makes me want to kill myself", "i can't do this anymore"])(
  "idiom: %j is meant",
  (text) => {
    expect(isHit("idiom", DEADLY, text)).toBe(true);
  },
);

test("a pattern of the lexicon's own drops the hits of its sentence and no others", () => {
  const own = compileLexicons(
    [
      lexicon({
        entries: ["want to die"],
        exceptions: [{ kind: "idiom", pattern: String.raw`\bstage fright\b` }],
      }),
    ],
    shippedWords,
  );
  const hits = own.find("I want to die of Stage Fright. I want to die.", "assistant");
  expect(hits.map((hit) => hit.start)).toEqual([33]);
});
