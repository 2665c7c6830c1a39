import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createExclusively, removeLeftovers, writeAtomically, writeTogether } from "./atomic-write.ts";
import { hashFile } from "./file-system.ts";

describe("atomic write", () => {
  const WRITE_MODULE = new URL("./atomic-write.ts", import.meta.url).href;

  async function folder(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), "ib-atomic-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    return directory;
  }

  test("files that grow side by side are put in place when all are whole, and none where one of them is not", async () => {
    const directory = await folder();
    const paths = [join(directory, "a.txt"), join(directory, "b.txt")];
    async function* items(last: "end" | "fail") {
      yield ["1", "one "];
      yield ["2", "two "];
      if (last === "fail") throw new Error("no more");
      yield ["3", ""];
    }
    await expect(writeTogether(paths, items("fail"))).rejects.toThrow("no more");
    expect(await readdir(directory)).toEqual([]);
    await writeTogether(paths, items("end"));
    expect(await Promise.all(paths.map((path) => readFile(path, "utf8")))).toEqual(["123", "one two "]);
    expect(await readdir(directory)).toEqual(["a.txt", "b.txt"]);
  });

  test("whatever the pieces, the file is their concatenation, and its hash is told", async () => {
    const path = join(await folder(), "a", "b", "file.txt");
    const pieces = fc.array(fc.string({ unit: "grapheme", maxLength: 2000 }));
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        const written = await writeAtomically(path, parts);
        expect(await readFile(path, "utf8")).toBe(parts.join(""));
        expect(written).toEqual(await hashFile(path));
      }),
      { numRuns: 30 },
    );
  });

  test("text longer than one buffer arrives whole from an async source", async () => {
    const path = join(await folder(), "file.txt");
    const row = `${"x".repeat(99)}\n`;
    const written = await writeAtomically(
      path,
      (async function* rows() {
        for (let count = 0; count < 20_000; count += 1) yield row;
      })(),
    );
    expect(await readFile(path, "utf8")).toBe(row.repeat(20_000));
    expect(written).toEqual(await hashFile(path));
  });

  test("a source that fails leaves the old file and no temporary one", async () => {
    const directory = await folder();
    const path = join(directory, "file.txt");
    await writeAtomically(path, "old");
    const failure = new Error("the stage has a bug");
    const rows = function* () {
      yield "new";
      throw failure;
    };
    await expect(writeAtomically(path, rows())).rejects.toBe(failure);
    expect(await readFile(path, "utf8")).toBe("old");
    expect(await readdir(directory)).toEqual(["file.txt"]);
  });

  test.for(["ENOSPC", "EROFS", "EACCES"])("%s while writing is an error the user can fix", async (code) => {
    const directory = await folder();
    const path = join(directory, "file.txt");
    const rows = function* () {
      yield "new";
      throw Object.assign(new Error(code), { code });
    };
    await expect(writeAtomically(path, rows())).rejects.toMatchObject({
      code: code === "ENOSPC" ? "IB_DISK_FULL" : "IB_CANNOT_WRITE",
      exitCode: 1,
      message: expect.stringContaining(path),
    });
    expect(await readdir(directory)).toEqual([]);
  });

  test("a file where a folder is needed is named", async () => {
    const directory = await folder();
    await writeFile(join(directory, "results"), "");
    const path = join(directory, "results", "run", "file.txt");
    await expect(writeAtomically(path, "x")).rejects.toMatchObject({
      code: "IB_CANNOT_WRITE",
      message: expect.stringContaining(join(directory, "results")),
    });
  });

  test("a folder in the file's place is refused and nothing is left behind", async () => {
    const directory = await folder();
    const path = join(directory, "file.txt");
    await mkdir(join(path, "inside"), { recursive: true });
    await expect(writeAtomically(path, "x")).rejects.toMatchObject({ code: "IB_CANNOT_WRITE" });
    expect(await readdir(directory)).toEqual(["file.txt"]);
  });

  test("a writer killed at any moment leaves a whole file, and its leftovers can be removed", async () => {
    const directory = await folder();
    const path = join(directory, "file.txt");
    const sizeCharacters = 400_000;
    const script = `
    const { writeAtomically } = await import(${JSON.stringify(WRITE_MODULE)});
    for (let round = 0; ; round += 1) {
      await writeAtomically(${JSON.stringify(path)}, Array.from({ length: 4 }, () => String(round % 10).repeat(${sizeCharacters / 4})));
      if (round === 0) process.stdout.write("going\\n");
    }
  `;
    for (let round = 0; round < 6; round += 1) {
      const writer = spawn(process.execPath, ["--input-type=module", "--eval", script], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const gone = once(writer, "exit");
      await once(writer.stdout, "data");
      for (let reading = 0; reading < 20; reading += 1) expectWhole(await readFile(path, "utf8"));
      writer.kill("SIGKILL");
      await gone;
      expectWhole(await readFile(path, "utf8"));
    }
    await removeLeftovers(directory);
    expect(await readdir(directory)).toEqual(["file.txt"]);

    function expectWhole(text: string): void {
      expect(text.length).toBe(sizeCharacters);
      expect(new Set(text).size).toBe(1);
    }
  });

  test("the leftovers of a living writer stay", async () => {
    const directory = await folder();
    const living = `file.txt.${process.pid}.0123456789ab.tmp`;
    await writeFile(join(directory, living), "");
    await removeLeftovers(directory);
    expect(await readdir(directory)).toEqual([living]);
  });
});

describe("create exclusively", () => {
  const withoutHardLinks = async () => {
    throw Object.assign(new Error("no links here"), { code: "EPERM" });
  };

  test.for([
    ["with hard links", undefined],
    ["without hard links", withoutHardLinks],
  ] as const)("%s the first creator wins and nothing else is left", async ([, link]) => {
    const directory = await mkdtemp(join(tmpdir(), "ib-exclusive-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const path = join(directory, "lock");
    expect(await createExclusively(path, "first", link)).toBe(true);
    expect(await createExclusively(path, "second", link)).toBe(false);
    expect(await readFile(path, "utf8")).toBe("first");
    expect(await readdir(directory)).toEqual(["lock"]);
  });
});
