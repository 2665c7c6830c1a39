import { expect, test } from "vitest";
import type { TranscriptMessage } from "../schema/run/transcript.ts";
import { ATTACK_POSITIONS, plantAttack } from "./attack-suite.ts";
import { ATTACK_FAMILIES } from "./material/attack-families.ts";

const messages: readonly TranscriptMessage[] = [1, 2, 3, 4].flatMap((turn) => [
  { turn, role: "user", content: `question ${turn}` },
  { turn, role: "assistant", content: `reply ${turn}` },
]);
const nothing = () => false;
const familyNamed = (name: string) => {
  const family = ATTACK_FAMILIES.find((candidate) => candidate.name === name);
  if (family === undefined) throw new Error(`there is no ${name}`);
  return family;
};

test("every family changes replies only, keeps what they said, and changes something in each position", () => {
  for (const family of ATTACK_FAMILIES) {
    for (const position of ATTACK_POSITIONS) {
      const planted = plantAttack(messages, family, position, () => true);
      expect(planted).toHaveLength(messages.length);
      const changed = planted.filter((message, index) => message.content !== messages[index]?.content);
      expect(changed.length).toBeGreaterThan(0);
      for (const [index, message] of planted.entries()) {
        const before = messages[index];
        expect(message.role).toBe(before?.role);
        if (message.role === "user") expect(message).toEqual(before);
        else expect(message.content).toContain(before?.content);
      }
    }
  }
});

test("first, middle and last are different replies", () => {
  const turns = ATTACK_POSITIONS.map((position) => {
    const planted = plantAttack(messages, familyNamed("direct-order"), position, nothing);
    return planted.find((message, index) => message.content !== messages[index]?.content)?.turn;
  });
  expect(turns).toEqual([1, 2, 4]);
});

test("a payload in parts is spread over the replies up to its place", () => {
  const planted = plantAttack(messages, familyNamed("split-payload"), "last", nothing);
  const changed = planted.filter((message, index) => message.content !== messages[index]?.content);
  expect(changed.map((message) => message.turn)).toEqual([2, 3, 4]);
});

test("what takes the place of a reply does so, unless the reply is needed", () => {
  const master = familyNamed("master-key");
  expect(plantAttack(messages, master, "last", nothing).at(-1)?.content).toBe(":");
  expect(plantAttack(messages, master, "last", () => true).at(-1)?.content).toBe(":\n\nreply 4");
});
