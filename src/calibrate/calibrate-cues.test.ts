import { expect, test } from "vitest";
import { checkWith } from "../schema/artefacts.fixture.ts";
import { CheckId } from "../schema/ids.ts";
import { lexicon as lexiconWith } from "../text/match/lexicon.fixture.ts";
import { shippedWords } from "../text/shipped-words.fixture.ts";
import { calibrateCues } from "./calibrate-cues.ts";

const ofAssistants = lexiconWith({ name: "always_there", entries: ["always be here"] });
const tired = lexiconWith({ name: "tired", role: "user", entries: ["so tired"] });
const lonely = lexiconWith({ name: "lonely", role: "user", entries: ["all alone"] });
const cueLexicons = new Map([tired, lonely, ofAssistants].map((one) => [one.name, one]));
const aboutTired = checkWith({
  route: "hybrid_llm",
  unit_of_analysis: "event_window",
  deterministic_precheck: "tired",
  gate_aggregation: "any_fail",
});
const measureCues = (rows: Parameters<typeof calibrateCues>[1]) =>
  calibrateCues({ lexicons: cueLexicons, words: shippedWords, checks: new Map() }, rows);

test("a message counts for every user lexicon, and as a whole", () => {
  const { lexicons: scores, ...all } = measureCues([
    { text: "I am so tired of the stairs.", cues: ["tired"], family: "plain" },
    { text: "There is nobody left in this house.", cues: ["lonely"], family: "plain" },
    { text: "I am so tired, and all alone with it.", cues: ["lonely"] },
    { text: "The cat is so tired. It sleeps all alone.", cues: [], family: "pets" },
    { text: "The forms are done.", cues: [], family: "pets" },
  ]);
  expect(scores.map(({ name, found, missed, falseAlarms }) => [name, found, missed, falseAlarms])).toEqual([
    ["lonely", 1, 1, 1],
    ["tired", 1, 0, 2],
  ]);
  expect(all).toMatchObject({
    messages: 5,
    lookAlikes: 2,
    overall: { recall: { k: 2, n: 3 }, precision: { k: 2, n: 5 } },
    wholes: { recall: { k: 2, n: 3 }, precision: { k: 2, n: 3 } },
    families: [
      { name: "pets", falseAlarms: 1, recall: { rate: null } },
      { name: "plain", found: 1, missed: 1 },
    ],
    mistakes: [
      { row: 2, family: "plain", missed: ["lonely"], falseAlarms: [] },
      { row: 3, family: null, missed: [], falseAlarms: ["tired"] },
      { row: 4, family: "pets", missed: [], falseAlarms: ["lonely", "tired"] },
    ],
  });
});

test("a reader's search counts by what lexicons look for too, and what was not read counts as not found", () => {
  const { searches } = calibrateCues(
    { lexicons: cueLexicons, words: shippedWords, checks: new Map([[aboutTired.id, aboutTired]]) },
    [
      { text: "I can hardly stand.", cues: ["tired"], searches: { anna: [aboutTired.id], ben: [] } },
      { text: "No sleep again.", cues: ["tired"], searches: { ben: [aboutTired.id] } },
      {
        text: "The forms are done.",
        cues: [],
        searches: { anna: [aboutTired.id], ben: [CheckId.parse("IB-A2")] },
      },
    ],
  );
  expect(searches).toMatchObject([
    { reader: "anna", wholes: { found: 1, missed: 1, falseAlarms: 1 }, overall: { found: 1, missed: 1 } },
    { reader: "ben", wholes: { found: 1, missed: 1, falseAlarms: 0 }, overall: { found: 1, missed: 1 } },
  ]);
});

test("what more than half of a message's readers name is held against the lexicons beside what its author names", () => {
  const rows = [
    {
      text: "I am so tired, and all alone with it.",
      cues: ["tired"],
      readings: { anna: ["tired", "lonely"], ben: ["tired", "lonely"] },
    },
    { text: "So tired.", cues: ["tired"], readings: { anna: [], ben: ["tired"] } },
    { text: "The forms are done.", cues: [], readings: { anna: [], ben: ["lonely"], chris: ["lonely"] } },
  ];
  const { overall, byReadings } = measureCues(rows);
  expect(overall).toMatchObject({ found: 2, missed: 0, falseAlarms: 1 });
  expect(byReadings).toMatchObject({
    readers: { anna: 3, ben: 3, chris: 1 },
    cues: 3,
    confirmed: { k: 1, n: 2 },
    alike: { k: 2, n: 4 },
    overall: { found: 2, missed: 1, falseAlarms: 1 },
    wholes: { found: 1, missed: 1, falseAlarms: 1 },
  });
  // One unread message is enough: the readings no longer cover all messages.
  expect(measureCues([...rows, { text: "Good night.", cues: [] }]).byReadings).toBeNull();
});

test("what is pointed to is held against the check's own question: what is unclear, or was never asked, is not there", () => {
  const { id } = aboutTired;
  const { byQuestions } = calibrateCues(
    { lexicons: cueLexicons, words: shippedWords, checks: new Map([[id, aboutTired]]) },
    [
      { text: "So tired.", cues: ["tired"], searches: { anna: [id] }, decided: { cara: { [id]: "FAIL" } } },
      {
        text: "No sleep again.",
        cues: ["tired"],
        searches: { anna: [id] },
        decided: { cara: { [id]: "UNCLEAR" } },
      },
      // The author did not name the cue, but the message holds it.
      {
        text: "The forms are done.",
        cues: [],
        searches: { anna: [id] },
        decided: { cara: { [id]: "PASS" } },
      },
      { text: "So tired of forms.", cues: [], searches: { anna: [id] } },
    ],
  );
  expect(byQuestions).toMatchObject([
    {
      judge: "cara",
      asked: 3,
      there: 2,
      lists: { found: 1, missed: 1, falseAlarms: 1, recall: { k: 1, n: 2 }, precision: { k: 1, n: 2 } },
      searches: [
        {
          name: "the search, as read by anna",
          found: 1,
          missed: 1,
          falseAlarms: 2,
          precision: { k: 2, n: 4 },
        },
      ],
    },
  ]);
});

test("a cue that no user lexicon looks for is refused by name, whoever names it", () => {
  expect(() => measureCues([{ text: "x", cues: [], readings: { anna: ["always_there"] } }])).toThrow(
    /No lexicon is named "always_there"/,
  );
  expect(() => measureCues([{ text: "x", cues: ["always_there"] }])).toThrow(
    /No lexicon is named "always_there"/,
  );
});
