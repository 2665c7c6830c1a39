// Long because a journal has to survive many kinds of damage, and each of them is one test.
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { ExitCode } from "../kernel/exit-code.ts";
import { sha256 } from "../kernel/hash.ts";
import { JournalEntry, UnitKey } from "../schema/journal.ts";
import { openJournal } from "./journal.ts";
import { type JournalFile, type OpenJournalFile, openJournalFile } from "./journal-file.ts";

const AT = "2026-01-01T00:00:00.000Z";

async function journalPath(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "ib-journal-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return join(directory, "journal.jsonl");
}

function unit(name: string): UnitKey {
  return UnitKey.parse(sha256(name));
}

function opened(): JournalEntry {
  return JournalEntry.parse({
    event: "opened",
    schema_version: 1,
    id: "run-1",
    plan_hash: sha256("plan"),
    tool_version: "0.1.0",
    at: AT,
  });
}

function sent(name: string): JournalEntry {
  const call = { stage: "target", model_id: "sim/careful", subject: name } as const;
  return { event: "sent", unit: unit(name), call, at: AT };
}

function replied(name: string, content = "You are not alone.") {
  const usage = { input_tokens: 10, cached_tokens: 2, output_tokens: 5, reasoning_tokens: 1 };
  return {
    event: "replied",
    unit: unit(name),
    content,
    finish_reason: "stop",
    usage,
    latency_ms: 12.5,
    at: AT,
  } as const;
}

function failed(name: string) {
  return { event: "failed", unit: unit(name), reason: "no answer", at: AT } as const;
}

function line(entry: JournalEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** A real file, with some of its calls replaced. */
function withFile(change: (file: JournalFile) => Partial<JournalFile>): OpenJournalFile {
  return async (path) => {
    const file = await openJournalFile(path);
    return { ...file, ...change(file) };
  };
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: refused by the test`), { code });
}

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
  await writeFile(path, line(opened()).replace('"schema_version":1', '"schema_version":3'));
  await expect(openJournal(path)).rejects.toMatchObject({
    code: "IB_NEWER_SCHEMA",
    message: expect.stringContaining("(schema_version 3, this one reads up to 1)"),
  });
});

test("concurrent appends share syncs, and each resolves only when its line was synced", async () => {
  const path = await journalPath();
  let syncs = 0;
  let durable = "";
  const journal = await openJournal(
    path,
    withFile((file) => ({
      sync: async () => {
        const written = await readFile(path, "utf8");
        await file.sync();
        syncs += 1;
        durable = written;
      },
    })),
  );
  const producers = 64;
  const appendsEach = 20;
  await Promise.all(
    Array.from({ length: producers }, async (_, producer) => {
      for (let count = 0; count < appendsEach; count += 1) {
        const entry = failed(`${producer}:${count}`);
        await journal.append(entry);
        expect(durable.includes(entry.unit)).toBe(true);
      }
    }),
  );
  await journal.close();
  expect(durable.split("\n").length - 1).toBe(producers * appendsEach);
  expect(syncs).toBeLessThan((producers * appendsEach) / 10);
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

test.for([
  ["ENOSPC", "IB_DISK_FULL"],
  ["EDQUOT", "IB_DISK_FULL"],
  ["EROFS", "IB_CANNOT_WRITE"],
  ["EIO", "IB_CANNOT_WRITE"],
] as const)("after %s every waiting and every later append fails with %s", async ([systemCode, code]) => {
  const path = await journalPath();
  let isFull = false;
  let writesAfterFailure = 0;
  const journal = await openJournal(
    path,
    withFile((file) => ({
      write: async (bytes) => {
        if (!isFull) return file.write(bytes);
        writesAfterFailure += 1;
        // A full disk takes a part of the batch.
        await file.write(bytes.subarray(0, bytes.length - 20));
        throw systemError(systemCode);
      },
    })),
  );
  await journal.append(replied("before"));
  isFull = true;
  const inFlight = [journal.append(replied("a")), journal.append(replied("b"))];
  const results = await Promise.allSettled(inFlight);
  isFull = false;
  results.push(...(await Promise.allSettled([journal.append(replied("c"))])));

  for (const result of results) {
    expect(result).toMatchObject({ status: "rejected", reason: { code, exitCode: ExitCode.couldNotBeDone } });
    expect(result).toMatchObject({ reason: { hint: expect.stringContaining("--resume") } });
  }
  expect(writesAfterFailure).toBe(1);
  expect(journal.find(unit("c"))).toBeUndefined();
  await expect(journal.close()).rejects.toMatchObject({ code });

  const resumed = await openJournal(path);
  expect(resumed.find(unit("before"))).toEqual(replied("before"));
  expect(resumed.find(unit("b"))).toBeUndefined();
  await resumed.append(replied("b"));
  await resumed.close();
});

test("a failed sync also fails what was appended meanwhile", async () => {
  const path = await journalPath();
  const waiting: Promise<void>[] = [];
  const journal = await openJournal(
    path,
    withFile(() => ({
      sync: async () => {
        waiting.push(journal.append(sent("meanwhile")));
        throw systemError("EIO");
      },
    })),
  );
  await expect(journal.append(sent("a"))).rejects.toMatchObject({ code: "IB_CANNOT_WRITE" });
  const [meanwhile] = await Promise.allSettled(waiting);
  expect(meanwhile).toMatchObject({ status: "rejected", reason: { code: "IB_CANNOT_WRITE" } });
  await expect(journal.close()).rejects.toMatchObject({ code: "IB_CANNOT_WRITE" });
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
