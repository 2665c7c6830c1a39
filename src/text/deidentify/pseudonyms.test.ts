import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type GivenIdentifier, givenIn, type SaidText } from "./identifier.ts";
import { readPlanted, shippedRegistry } from "./planted.fixture.ts";
import { disguiseConversation } from "./pseudonyms.ts";

const user = (content: string): SaidText => ({ role: "user", content });
const assistant = (content: string): SaidText => ({ role: "assistant", content });

function shown(messages: readonly SaidText[], given: readonly GivenIdentifier[] = []): readonly string[] {
  const disguise = disguiseConversation(messages, shippedRegistry, given);
  return messages.map((message) => disguise.message(message));
}
const shownAlone = (content: string) => shown([user(content)])[0];

describe("what is replaced", () => {
  test.each([
    ["my mother Rosa fell", "my mother [NAME 1] fell"],
    ["Hi, I'm Dana.", "Hi, I'm [NAME 1]."],
    ["This is Mr. Okafor.", "This is Mr. [NAME 1]."],
    ["her name is Xiomara Vega", "her name is [NAME 1] [NAME 2]"],
    ["It was a hard night.\n\nThanks,\nWilhelmina", "It was a hard night.\n\nThanks,\n[NAME 1]"],
    ["my mom rosa fell again", "my mom [NAME 1] fell again"],
    ["Write to d.okafor@example.org today", "Write to [EMAIL 1] today"],
    ["call me at (937) 555-0142 please", "call me at [PHONE 1] please"],
    ["Mum's on +44 7653 022207 most days.", "Mum's on [PHONE 1] most days."],
    ["a.b@example.org or +44 7605 092946.", "[EMAIL 1] or [PHONE 1]."],
    ["Here it is: +447605092946. Keep it.", "Here it is: [PHONE 1]. Keep it."],
    ["(+44) 7653 022207, +44 (0)7653 022207", "[PHONE 1], [PHONE 1b]"],
    ["Mine is 0044 7653 022207, his +999 12 345 6789", "Mine is [PHONE 1], his [PHONE 2]"],
    ["Imran's mobile is +92 300 1234567.", "[NAME 1]'s mobile is [PHONE 1]."],
    ["His: 0092 345 1234567", "His: [PHONE 1]"],
    ["Or (+86) 188 8123 4567 and +81 80 8123 4567", "Or [PHONE 1] and [PHONE 2]"],
    // libphonenumber knows the free numbers of only four country codes.
    ["I rang +49 800 1234567 and +44 800 123 456.", "I rang [PHONE 1] and +44 800 123 456."],
    ["We live at 412 Birch Lane, Dayton, OH 45402.", "We live at [ADDRESS 1]."],
    ["Flat 3, 22 Marlow Road, Leeds LS6 2AB", "[ADDRESS 1]"],
    ["SSN 078-05-1120", "SSN [DOCUMENT 1]"],
    ["NHS number 943 476 5919", "NHS number [DOCUMENT 1]"],
    ["my Medicare ID is 1EG4-TE5-MK73", "my Medicare ID is [DOCUMENT 1]"],
    ["policy LTC-8841-220 lapsed", "policy [DOCUMENT 1] lapsed"],
    ["case number 23-PR-00981", "case number [DOCUMENT 1]"],
    ["IBAN GB29 NWBK 6016 1331 9268 19", "IBAN [ACCOUNT 1]"],
    ["card 4111 1111 1111 1111", "card [ACCOUNT 1]"],
    ["She was born on March 3, 1941.", "She was born on [BIRTH DATE 1]."],
    ["DOB 03/04/1941", "DOB [BIRTH DATE 1]"],
    ["see instagram.com/dana.cares", "see [HANDLE 1]"],
    ["find me as @danacares", "find me as [HANDLE 1]"],
  ])("%s", (said, expected) => {
    expect(shownAlone(said)).toBe(expected);
  });
});

describe("what stays", () => {
  test.each([
    "Will you help me? May I ask how? I hope so, by the grace of God.",
    "We take Aricept and Seroquel, 500 mg at 9:30.",
    "The doctor at St. Mary's Hospital said Lewy body, and Medicare paid 1,200 dollars in 2023.",
    "I live in Austin, Texas, near Lake Travis.",
    "I'm Catholic and I'm so tired. My mom is 82 and has 3 kids.",
    "I called 988, and then the Alzheimer's Association at 1-800-272-3900.",
    "I rang +44 808 808 7777, +1 800 272 3900 24/7 and +44 116 123; it was +12 345 steps.",
    "Numbers: 0300 123 4567, +44 300 123 4567, +44 (0)800 123 456, +353 1800 247 247, 0061 1300 364 277.",
    "Our appointment is on 03/15/2026 in room 214.",
  ])("%s", (said) => {
    expect(shownAlone(said)).toBe(said);
  });

  test("a number that the assistant offers, for whoever repeats it; not one that the person brought along", () => {
    const offered = "You can reach the county office at 512-555-0100.";
    expect(shown([assistant(offered), user("I rang 512-555-0100, nobody answered.")])).toEqual([
      offered,
      "I rang 512-555-0100, nobody answered.",
    ]);
    expect(shown([user("My cell is 512-555-0101."), assistant("I noted 512-555-0101.")])).toEqual([
      "My cell is [PHONE 1].",
      "I noted [PHONE 1].",
    ]);
  });

  test("a number in international form is the person's or the assistant's, like any other", () => {
    const offered = "The clinic answers on +44 7605 092946.";
    expect(shown([assistant(offered), user("I rang +44 7605 092946.")])).toEqual([
      offered,
      "I rang +44 7605 092946.",
    ]);
    expect(shown([user("Mine: +44 7605 092946."), assistant("So 07605 092946 it is.")])).toEqual([
      "Mine: [PHONE 1].",
      "So [PHONE 1b] it is.",
    ]);
  });

  test("a name that is a word, where it is the word", () => {
    expect(
      shownAlone("My husband Will is tired. Will you ask him? Then Will slept. The will is signed."),
    ).toBe("My husband [NAME 1] is tired. Will you ask him? Then [NAME 1] slept. The will is signed.");
  });
});

test("one identifier has one placeholder through the conversation, with a letter for each further way of writing it", () => {
  expect(
    shown([
      user("I'm Dana. My number is (937) 555-0142, policy LTC-8841-220."),
      assistant("Dana, is 937-555-0142 right? LTC-8841-220 has lapsed."),
    ]),
  ).toEqual([
    "I'm [NAME 1]. My number is [PHONE 1], policy [DOCUMENT 1].",
    "[NAME 1], is [PHONE 1b] right? [DOCUMENT 1] has lapsed.",
  ]);
});

test("what looks like a placeholder in the conversation itself stays what it is", () => {
  const messages = [user("They sent me [NAME 1] instead of my name. I'm Dana.")];
  const disguise = disguiseConversation(messages, shippedRegistry);
  const [message] = messages;
  const text = message === undefined ? "" : disguise.message(message);
  expect(text).toBe("They sent me [NAME 1] instead of my name. I'm [NAME 2].");
  expect(disguise.restored(text)).toBe(message?.content);
});

test("what a log says of people beside the conversation is hidden in it, and what it says of the product is not", () => {
  const given = givenIn({
    user_name: "Fearghal Quirke",
    "contact.phone": "512 555 0177",
    model_name: "Companion",
    turns: 3,
  });
  expect(shown([user("quirke here, on 512 555 0177. Companion, are you there?")], given)).toEqual([
    "[NAME 1] here, on [PHONE 1]. Companion, are you there?",
  ]);
});

test("hints and other lines that repeat what was said are shown in the same way", () => {
  const disguise = disguiseConversation([user("My mother Rosa is at 412 Birch Lane.")], shippedRegistry);
  expect(disguise.repeated('found: ["Rosa","412 Birch Lane"] in Rosario')).toBe(
    'found: ["[NAME 1]","[ADDRESS 1]"] in Rosario',
  );
});

const planted = readPlanted();
const anyConversation = fc.oneof(
  fc.constantFrom(...planted).map(({ messages }) => messages),
  fc.array(
    fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const),
      content: fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.stringMatching(/^[ A-Za-z0-9@.,'"\-[\]()+/$#\n]{0,80}$/),
        fc.constantFrom(
          "[NAME 1]",
          "I'm [PHONE 2b] Dana",
          "my son Will, call 937-555-0142",
          "SSN 078-05-1120",
        ),
      ),
    }),
    { maxLength: 4 },
  ),
);

test("whatever was said can be had back from what is shown", () => {
  fc.assert(
    fc.property(anyConversation, (messages): void => {
      const disguise = disguiseConversation(messages, shippedRegistry);
      const back = messages.map((message) => disguise.restored(disguise.message(message)));
      expect(back).toEqual(messages.map(({ content }) => content));
    }),
    { numRuns: 300 },
  );
});

test("conversations read in any order, and twice, are shown alike", () => {
  const some = planted.filter((_, index) => index % 5 === 0);
  const expected = new Map(some.map(({ id, messages }) => [id, shown(messages)]));
  const anyOrder = fc.shuffledSubarray([...some, ...some], { minLength: 1 });
  fc.assert(
    fc.property(anyOrder, (order): void => {
      for (const { id, messages } of order) expect(shown(messages)).toEqual(expected.get(id));
    }),
    { numRuns: 10 },
  );
});
