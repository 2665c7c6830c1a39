import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createExclusively } from "./create-exclusively.ts";

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
