import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const repository = join(import.meta.dirname, "../..");
const bin = join(repository, "node_modules/.bin");
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` };

/** Files of a fresh checkout. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), "ib-package-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: repository, encoding: "utf8" }).split("\0");
  for (const file of files) if (file !== "") cpSync(join(repository, file), join(folder, file));
  return folder;
}

test("npm pack in a fresh checkout gives a package with its build and its page", { timeout: 300_000 }, () => {
  const folder = checkout();
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--silent"], { cwd: folder, env, encoding: "utf8" }).replace(
      /^[^[]*/,
      "",
    ),
  );
  const files: readonly string[] = packed.files.map(({ path }: { path: string }) => path);
  const doors = ["index", "schema-door", "errors-door"].flatMap((door) => [
    `dist/${door}.js`,
    `dist/${door}.d.ts`,
  ]);
  expect(files).toEqual(
    expect.arrayContaining([...doors, "dist-web/index.html", "dist-web/review/index.html"]),
  );
  expect(files.filter((file) => /\.test\.|^(?:test|scripts|src)\//.test(file))).toEqual([]);
});

test("an install without development dependencies builds nothing, and does not fail", () => {
  const folder = checkout();
  expect(spawnSync(process.execPath, ["scripts/prepare.js"], { cwd: folder }).status).toBe(0);
  expect(existsSync(join(folder, "dist"))).toBe(false);
});
