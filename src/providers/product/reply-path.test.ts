import { expect, test } from "vitest";
import { followReplyPath } from "./reply-path.ts";

test.each([
  [{ answer: "Hello." }, "answer"],
  [{ data: { answer: "Hello." } }, "data.answer"],
  [{ choices: [{ text: "Hello." }] }, "choices.0.text"],
  [{ choices: [{ text: "Hello." }] }, "choices[0].text"],
  [[["Hello."]], "0.0"],
])("in %j the text at %s is found", (answer, path) => {
  expect(followReplyPath(answer, path)).toEqual({ kind: "text", text: "Hello." });
});

test("an empty reply is a reply", () => {
  expect(followReplyPath({ answer: "" }, "answer")).toEqual({ kind: "text", text: "" });
});

test.each([
  [{ data: { answer: null } }, "data.answer", "data.answer"],
  [{ data: null }, "data.answer", "data"],
  [null, "data.answer", "the answer"],
])("in %j the product left the place of %s empty", (answer, path, place) => {
  expect(followReplyPath(answer, path)).toEqual({ kind: "null", place });
});

test.each([
  [
    { data: { reply: "Hello.", id: 7 } },
    "data.answer",
    'there is no "answer" in data, which is an object with the keys reply, id',
  ],
  [
    { text: "Hello." },
    "data.answer",
    'there is no "data" in the answer, which is an object with the keys text',
  ],
  [{}, "data", 'there is no "data" in the answer, which is an object without keys'],
  [{ choices: [] }, "choices.0.text", 'there is no "0" in choices, which is a list of 0'],
  ["Hello.", "data", 'there is no "data" in the answer, which is a string'],
  [{ data: { answer: ["Hello."] } }, "data.answer", "data.answer is a list of 1, not a text"],
  [{ data: { answer: 7 } }, "data.answer", "data.answer is a number, not a text"],
])("in %j the path %s leads nowhere, and what is there is said", (answer, path, reason) => {
  expect(followReplyPath(answer, path)).toEqual({ kind: "astray", reason });
});

test("what every object and list inherits is no part of an answer", () => {
  expect(followReplyPath({}, "constructor.name")).toMatchObject({ kind: "astray" });
  expect(followReplyPath("Hello.", "length")).toMatchObject({ kind: "astray" });
});

test("of an answer with many keys only some are named", () => {
  const answer = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key${index}`, index]));
  const found = followReplyPath(answer, "reply");
  expect(found).toMatchObject({ kind: "astray", reason: expect.stringMatching(/key11, …$/) });
});
