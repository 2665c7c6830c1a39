import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const repository = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));

/** Scripts that npm runs for an installed package, or warns about. */
const OF_INSTALLS = ["preinstall", "install", "postinstall", "prepare"];

test("whoever installs the packed file runs no script of ours, and is asked to allow none; a checkout builds itself", () => {
  expect(Object.keys(scripts).filter((name) => OF_INSTALLS.includes(name))).toEqual([]);
  expect(scripts).toMatchObject({ postprepare: "node scripts/prepare.js", prepack: "npm run build" });
});
