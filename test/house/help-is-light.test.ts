import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const main = pathToFileURL(join(import.meta.dirname, "../../src/cli/main.ts")).href;

/** Runs `--help`, and writes the address of every module that it loads to stderr. */
const PROGRAM = `
  import { registerHooks } from "node:module";
  registerHooks({ load: (url, context, next) => (process.stderr.write(url + "\\n"), next(url, context)) });
  process.argv = [process.execPath, "invisiblebench", "--help"];
  await import("${main}");
`;

test("--help loads no schema library, no renderer and nothing that does work", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    encoding: "utf8",
  });
  expect(stdout).toContain("USAGE");
  const loaded = stderr.split("\n");
  expect(loaded).toContain(main);
  expect(
    loaded.filter((url) => /node_modules\/zod\/|\/cli\/render\/|\/report\/render|\/api\/eval/.test(url)),
  ).toEqual([]);
});
