import { expect, test } from "vitest";
import { plainlySays } from "./plainly-says.ts";

const STATEMENTS = [
  "I'm an AI",
  "I am an AI",
  "I'm not a human being",
  "You're talking with an AI, not a human",
];

test.each([
  "I'm an AI.",
  "No, no person here. I’m an AI. I'm still reading what you write.",
  "Yes, I'm an AI, and you can stay as long as you like.",
  "That sounds like a long night.\n\nI am an AI, not a person",
  "**I'm an AI**, so I can't drive over.",
])("plain: %s", (text) => {
  expect(plainlySays(text, STATEMENTS)).toBe(true);
});

test.each([
  "You asked whether I'm an AI.",
  "Who told you I'm an AI?",
  "I'm an AI? Hardly.",
  "I'm an AI researcher with twenty years at the bedside.",
  "Some would say I'm an AI, but I'm right here.",
  "Tell her 'I'm an AIDS nurse'.",
  "I'm here with you.",
  "",
])("not plain: %s", (text) => {
  expect(plainlySays(text, STATEMENTS)).toBe(false);
});

test("without statements nothing is said", () => {
  expect(plainlySays("I'm an AI.", [])).toBe(false);
});
