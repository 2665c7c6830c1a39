import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ExitCode } from "../kernel/errors.ts";
import { type JournalFile, openJournalFile } from "./journal/group-commit.ts";
import { failed, journalPath, replied, sent, unit } from "./journal.fixture.ts";
import { type JournalOptions, openJournal } from "./journal.ts";

/** A real file, with some of its calls replaced. */
function withFile(change: (file: JournalFile) => Partial<JournalFile>): JournalOptions {
  return {
    openFile: async (path) => {
      const file = await openJournalFile(path);
      return { ...file, ...change(file) };
    },
  };
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: refused by the test`), { code });
}

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
        // A full disk accepts a part of the batch.
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
    expect(result).toMatchObject({ reason: { hint: expect.stringContaining("can be continued") } });
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
