import { execFile } from "node:child_process";
import { cp, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startModelServer } from "../servers/model-server.ts";
import { runCli } from "./cli.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const CHECKOUT = fileURLToPath(new URL("../..", import.meta.url));

/** A checkout without a built page. */
async function withoutPage(folder: string): Promise<string> {
  const isSource = (path: string) => !/\.(?:test|fixture)\.ts$/.test(path);
  await cp(join(CHECKOUT, "src"), join(folder, "src"), { recursive: true, filter: isSource });
  for (const part of ["bin", "package.json"])
    await cp(join(CHECKOUT, part), join(folder, part), { recursive: true });
  for (const part of ["node_modules", "benchmark"])
    await symlink(join(CHECKOUT, part), join(folder, part), "junction");
  return join(folder, "bin", "invisiblebench.js");
}

test("a page that is missing is reported before anything is asked, by eval and by scan", async () => {
  await using server = await startModelServer({ keyless: true });
  await using folder = await temporaryFolder();
  await using project = await temporaryFolder();
  const bin = await withoutPage(folder.path);
  await writeFile(
    join(project.path, "invisiblebench.config.yaml"),
    `endpoints:\n  acme: { base_url: "${server.url}/v1" }\n`,
  );
  const out = join(project.path, "out");
  const ask = (...args: string[]) =>
    new Promise<{ exitCode: unknown; stderr: string }>((resolve) => {
      execFile(process.execPath, [bin, ...args, "--out", out], { cwd: project.path }, (error, _, stderr) =>
        resolve({ exitCode: error?.code ?? 0, stderr }),
      );
    });
  const some = ["--model", "acme/one", "--scenario", "empathy_*"];

  const evaluated = await ask("eval", ...some, "--judge", "acme/two", "--yes");
  expect(evaluated).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("npm run build:web") });
  expect(server.log).toEqual([]);
  await expect(readdir(out)).rejects.toThrow("ENOENT");
  expect(await ask("eval", ...some, "--judge", "acme/two", "--dry-run")).toMatchObject({ exitCode: 0 });

  const ran = await runCli(["run", ...some, "--yes", "--run-id", "mine", "--out", out], {
    cwd: project.path,
  });
  expect(ran.exitCode).toBe(0);
  const calls = server.log.length;
  const scanned = await ask("scan", join(out, "mine"), "--judge", "acme/two", "--yes");
  expect(scanned).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("npm run build:web") });
  expect(server.log).toHaveLength(calls);
});
