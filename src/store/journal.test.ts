import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { type CallLogUnderTest, describeCallLogContract } from "../providers/call-log.contract.ts";
import { storeErrors } from "./errors.ts";
import { AT, failed, journalPath, line, opened, replied, sent, unit } from "./journal.fixture.ts";
import { openJournal, readJournalIndex, refuseOlderJournal } from "./journal.ts";

/** Opens a journal under its own lock, which the next holder takes from it. */
async function holdJournal(path: string, fence: number): Promise<CallLogUnderTest> {
  let isHeld = true;
  const assertHeld = async () => {
    if (!isHeld) throw storeErrors.IB_LOCK_LOST(path, null);
  };
  const journal = await openJournal(path, { lock: { fence, assertHeld } });
  // A journal that was taken over throws again when it closes.
  onTestFinished(() => journal.close().catch(() => undefined));
  await journal.append(opened());
  return {
    log: journal,
    takeOver: () => {
      isHeld = false;
      return holdJournal(path, fence + 1);
    },
    totals: async () => {
      const index = await readJournalIndex(path);
      index.endLeg();
      return index.totals;
    },
  };
}

describeCallLogContract("journal on disk", async () => holdJournal(await journalPath(), 1));

test("what was appended is found again by the next leg", async () => {
  const path = await journalPath();
  const first = await openJournal(path);
  await Promise.all([opened(), sent("a"), replied("a"), sent("b"), failed("b")].map((e) => first.append(e)));
  expect(first.find(unit("a"))).toEqual(replied("a"));
  await first.close();

  const second = await openJournal(path);
  expect(second.find(unit("a"))).toEqual(replied("a"));
  expect(second.find(unit("b"))).toEqual(failed("b"));
  expect(second.find(unit("c"))).toBeUndefined();
  await second.close();
});

test("totals run over all legs, and count a call as lost only once its leg is over", async () => {
  const path = await journalPath();
  const first = await openJournal(path);
  for (const entry of [opened(), sent("a"), replied("a"), sent("b"), sent("c"), failed("c")])
    await first.append(entry);
  expect(first.totals.lostInFlight).toBe(0);
  await first.close();

  const second = await openJournal(path);
  expect(second.totals.lostInFlight).toBe(1);
  for (const entry of [opened(), sent("b"), replied("b"), sent("d")]) await second.append(entry);
  expect(second.totals).toMatchObject({
    legs: 2,
    sent: 5,
    replied: 2,
    failed: 1,
    lostInFlight: 1,
    usage: { input_tokens: 20, cached_tokens: 4, output_tokens: 10, reasoning_tokens: 2 },
    startedAt: AT,
  });
  await second.close();

  const third = await openJournal(path);
  expect(third.totals.lostInFlight).toBe(2);
  await third.close();
});

test("of several outcomes of a unit the last is found, and none of a writer that had lost the lock", async () => {
  const path = await journalPath();
  const journal = await openJournal(path);
  const again = replied("a", "Yes.");
  for (const entry of [opened(), sent("a"), failed("a"), sent("a"), again]) await journal.append(entry);
  expect(journal.find(unit("a"))).toEqual(again);
  await journal.append({ ...replied("b", "Mine."), fence: 2 });
  await journal.append({ ...replied("b", "Too late."), fence: 1 });
  await journal.close();
  const index = await readJournalIndex(path);
  expect(index.find(unit("a"))).toEqual(again);
  expect(index.find(unit("b"))).toMatchObject({ content: "Mine." });
  expect(index.totals).toMatchObject({ replied: 2, failed: 0, staleLines: 1 });
});

/** A lock that is never taken away, so that its holder writes on after another process has it. */
const unguarded = (fence: number) => ({ lock: { fence, assertHeld: async () => undefined } });

test("whatever was written before and comes late, whoever took over decides, and the late lines are counted", async () => {
  const few = fc.nat({ max: 3 });
  await fc.assert(
    fc.asyncProperty(few, few, few, fc.integer({ min: 1, max: 9 }), async (earlier, early, late, number) => {
      const path = await journalPath();
      // Invocations that ended, each under its own lock, since released.
      for (let leg = 0; leg < earlier; leg += 1) {
        const ended = await openJournal(path, unguarded(1));
        await ended.append(opened());
        await ended.close();
      }
      const old = await openJournal(path, unguarded(number));
      for (let line = 0; line < early; line += 1) await old.append(replied("a", "Early."));
      const taker = await openJournal(path, unguarded(number + 1));
      await taker.append(replied("a", "Mine."));
      for (let line = 0; line < late; line += 1) await old.append(replied("a", "Late."));
      await taker.append(sent("b"));
      await Promise.all([old.close(), taker.close()]);
      const index = await readJournalIndex(path);
      expect(index.find(unit("a"))).toMatchObject({ content: "Mine." });
      expect(index.totals).toMatchObject({ staleLines: late, inFlight: 1, replied: 1 });
    }),
    { numRuns: 30 },
  );
});

test("under a lock that was lost nothing more is written, and the journal says whose it is", async () => {
  const path = await journalPath();
  let isLost = false;
  const assertHeld = async () => {
    if (isLost) throw storeErrors.IB_LOCK_LOST("lock", "process 8");
  };
  const journal = await openJournal(path, { lock: { fence: 1, assertHeld } });
  await journal.append(opened());
  await journal.append(sent("a"));
  const before = await readFile(path, "utf8");
  isLost = true;
  const lost = { code: "IB_LOCK_LOST", message: expect.stringContaining("process 8") };
  await expect(journal.append(replied("a"))).rejects.toMatchObject(lost);
  isLost = false;
  await expect(journal.append(sent("b"))).rejects.toMatchObject(lost);
  await expect(journal.close()).rejects.toMatchObject(lost);
  expect(await readFile(path, "utf8")).toBe(before);
  expect(before.match(/"fence":1}/g)).toHaveLength(2);
});

test("an empty journal has begun nothing", async () => {
  const journal = await openJournal(await journalPath());
  expect(journal.totals).toMatchObject({ legs: 0, sent: 0, startedAt: null });
  await journal.close();
});

test("a journal cut at any byte keeps every whole line and appends after them", async () => {
  const whole =
    line(opened()) + line(sent("a")) + line(replied("a", "Zwölf Ärzte\u2028— 你好 🫂\n")) + line(failed("b"));
  const bytes = Buffer.from(whole);
  const path = await journalPath();
  const cut = fc.integer({ min: 0, max: bytes.length });
  await fc.assert(
    fc.asyncProperty(cut, async (length) => {
      await writeFile(path, bytes.subarray(0, length));
      const journal = await openJournal(path);
      await journal.append(replied("z"));
      await journal.close();

      const lines = (await readFile(path, "utf8")).split("\n");
      const kept = lines.slice(0, -2);
      expect(lines.at(-1)).toBe("");
      expect(lines.at(-2)).toBe(line(replied("z")).trimEnd());
      expect(whole.split("\n").slice(0, kept.length)).toEqual(kept);
      // A line that lacks only its newline is whole.
      const wholeLines =
        bytes
          .subarray(0, length + 1)
          .toString()
          .split("\n").length - 1;
      expect(kept.length).toBe(wholeLines);
    }),
    { numRuns: 200 },
  );
});

test.for([
  ["garbage", "not json\n"],
  ["an empty line", "\n"],
  ["an unknown event", '{"event":"slept"}\n'],
  ["an unknown key", `${JSON.stringify({ ...failed("a"), mood: "fine" })}\n`],
  ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0x22, 0x0a])],
] as const)("%s in the middle is refused with file and line", async ([, damage]) => {
  const path = await journalPath();
  await writeFile(
    path,
    Buffer.concat([Buffer.from(line(opened())), Buffer.from(damage), Buffer.from(line(sent("a")))]),
  );
  const before = await readFile(path);
  await expect(openJournal(path)).rejects.toMatchObject({
    code: "IB_JOURNAL_CORRUPT",
    message: expect.stringContaining(`${path}:2`),
  });
  expect(await readFile(path)).toEqual(before);
});

test("a last line that is JSON but no entry is damage, not a torn write", async () => {
  const path = await journalPath();
  await writeFile(path, `${line(opened())}{"event":"slept"}`);
  await expect(openJournal(path)).rejects.toMatchObject({ code: "IB_JOURNAL_CORRUPT" });
});

test("a journal of a newer version is refused by name", async () => {
  const path = await journalPath();
  await writeFile(path, line(opened()).replace('"schema_version":2', '"schema_version":3'));
  await expect(openJournal(path)).rejects.toMatchObject({
    code: "IB_NEWER_SCHEMA",
    message: expect.stringContaining("(schema_version 3, this one reads up to 2)"),
  });
});

test("a journal of an older version is refused by name, and left as it was", async () => {
  const path = await journalPath();
  const older = line(opened()).replace('"schema_version":2', '"schema_version":1') + line(sent("a"));
  await writeFile(path, older);
  const refusal = {
    code: "IB_JOURNAL_VERSION",
    message: expect.stringContaining(`${path} is a journal of version 1`),
  };
  await expect(openJournal(path)).rejects.toMatchObject(refusal);
  await expect(refuseOlderJournal(path)).rejects.toMatchObject(refusal);
  await expect(readJournalIndex(path)).rejects.toMatchObject(refusal);
  expect(await readFile(path, "utf8")).toBe(older);
});

test("close waits for what was appended", async () => {
  const path = await journalPath();
  const journal = await openJournal(path);
  const appended = Promise.all([journal.append(sent("a")), journal.append(replied("a"))]);
  await journal.close();
  expect(await readFile(path, "utf8")).toBe(line(sent("a")) + line(replied("a")));
  expect(journal.totals).toMatchObject({ sent: 1, replied: 1 });
  await appended;
  await expect(journal.append(sent("b"))).rejects.toThrow("after it was closed");
});

test("an entry that could not be read back is refused before it is written", async () => {
  const path = await journalPath();
  const journal = await openJournal(path);
  await expect(journal.append({ ...replied("a"), latency_ms: Number.NaN })).rejects.toThrow("latency_ms");
  await journal.close();
  expect(await readFile(path, "utf8")).toBe("");
});

test("a journal that cannot be opened names its path", async () => {
  const path = await journalPath();
  await writeFile(path, "");
  await expect(openJournal(join(path, "journal.jsonl"))).rejects.toMatchObject({ code: "IB_CANNOT_WRITE" });
});

test("a torn line with NUL bytes, as a power cut leaves them, is dropped", async () => {
  const path = await journalPath();
  await writeFile(path, line(opened()));
  await appendFile(path, Buffer.alloc(300));
  const journal = await openJournal(path);
  await journal.close();
  expect(await readFile(path, "utf8")).toBe(line(opened()));
});
