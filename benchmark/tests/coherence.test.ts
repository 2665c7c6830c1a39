import { expect, test } from "vitest";
import { agreementOf, coherenceOf, readConversations, readReadings } from "./coherence.ts";

const [readings, conversations] = [readReadings(), readConversations()];

test("every published scenario was answered, and every message after a reply was read twice", () => {
  expect(conversations).toHaveLength(63);
  const messages = conversations.flatMap(({ scenario_id, messages }) =>
    messages
      .filter(({ role }) => role === "user")
      .map((_, index) => `${scenario_id} ${index + 1}`)
      .slice(1),
  );
  for (const reader of ["a", "b"])
    expect(
      readings
        .filter((each) => each.reader === reader)
        .map(({ scenario_id, turn }) => `${scenario_id} ${turn}`)
        .sort(),
    ).toEqual(messages.toSorted());
});

test.each(["a", "b"])(
  "by reader %s nearly all of them fit, none contradicts, and most that could be answered is",
  (reader) => {
    const { read, fits, contradicts, could, answered, unasked } = coherenceOf(
      readings.filter((each) => each.reader === reader),
    );
    expect(fits / read).toBeGreaterThanOrEqual(0.96);
    expect(contradicts).toBe(0);
    expect(answered / could).toBeGreaterThanOrEqual(0.6);
    const given = conversations.flatMap(({ messages }) => messages.flatMap(({ answers = [] }) => answers));
    expect(unasked / given.length).toBeLessThanOrEqual(0.02);
  },
);

test("agreement is counted over all messages", () => {
  expect(
    agreementOf(readings)
      .table.flat()
      .reduce((sum, count) => sum + count, 0),
  ).toBe(readings.length / 2);
});
