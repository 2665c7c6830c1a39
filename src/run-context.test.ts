import { expect, test } from "vitest";
import { type Follow, withListener } from "./run-context.ts";
import { journalPath, opened, replied, sent, unit } from "./store/journal.fixture.ts";
import { openJournal } from "./store/journal.ts";

test("a followed journal tells each line once it is safe, finds what is recorded, and has no totals to stand still", async () => {
  const journal = await openJournal(await journalPath());
  const told: string[] = [];
  const follow: Follow = (event) => {
    if (event.kind === "call") told.push(`${event.entry.event} of ${journal.totals.sent}`);
  };
  const log = withListener(journal, "run", follow);
  for (const entry of [opened(), sent("a"), replied("a")]) await log.append(entry);
  expect(told).toEqual(["opened of 0", "sent of 1", "replied of 1"]);
  expect(log.find(unit("a"))).toEqual(replied("a"));
  expect(Object.keys(log)).toEqual(["find", "inBatch", "recordedBatches", "append"]);
  await journal.close();
});
