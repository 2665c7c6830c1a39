import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { Comparison } from "../../src/schema/board/comparison.ts";
import { chunkPath } from "../../src/schema/site-paths.ts";
import { fetchChunk } from "./chunk.fixture.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, scanFolder, succeed } from "./evaluated-run.fixture.ts";

async function scanOf(results: string, ...flags: readonly string[]): Promise<string> {
  const before = await readdir(join(results, "all/scans"));
  await succeed("scan", "all", "--profile", "publish", ...flags, "--out", results);
  const [made = ""] = (await readdir(join(results, "all/scans"))).filter((name) => !before.includes(name));
  return `all/${made}`;
}

test("a model that is named alone is not set against itself in the same scan", async () => {
  await using folder = await evaluatedRun();
  const out = ["--out", folder.path];
  const refused = await runCli(["compare", "all", "all", "--model-a", "sim/brittle", ...out]);
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IB_NOTHING_TO_PAIR") });
  expect(refused.stderr).toMatch(/Name the other one too, with `--model-a` and `--model-b`: .*sim\/careful/);
  const both = ["--model-a", "sim/brittle", "--model-b", "sim/careful"];
  expect(await runCli(["compare", "all", "all", ...both, ...out])).toMatchObject({ exitCode: 0 });
});

test("a check that is judged again is compared by itself, and nothing else looks like a fall", async () => {
  await using run = await evaluatedRun();
  const out = ["--out", run.path];
  const whole = await scanFolder(join(run.path, "all"));
  const again = await scanOf(run.path, "--check", "IB-A1,IB-C11", "--repetitions", "5");
  const text = await succeed("compare", whole, again, "--anyway", ...out);
  expect(text).toMatch(/^Over 2 checks that both asked, and no other: only the first asked .* more\.$/m);
  expect(text).toContain("No check of the compliance gate was compared where it could fail.");

  const comparison = Comparison.parse(
    JSON.parse(await succeed("compare", again, whole, "--anyway", "--json", ...out)),
  );
  expect(comparison).toMatchObject({ checks_compared: 2, left_out: { first: [] } });
  expect(comparison.left_out.second).not.toContain("IB-C11");
  const differences = comparison.models.flatMap(({ scores }) => scores.map(({ difference }) => difference));
  // A simulated judge says the same of the same question, however often it is asked.
  expect(differences.filter((difference) => difference !== null && difference.low !== 0)).toEqual([]);
  expect(differences.filter((difference) => difference !== null).length).toBeGreaterThan(5);

  const controller = new AbortController();
  const viewing = await createBench({ results: run.path }).view({ signal: controller.signal });
  const side = (scan: string) => ({ scan: `all~${basename(scan)}`, slug: "sim__careful" });
  const path = chunkPath.compare(side(again), side(whole));
  const shown = await fetchChunk(viewing.url, path);
  controller.abort();
  await viewing.closed;
  expect(shown.left_out).toMatchObject({ a: [], b: comparison.left_out.second });
  expect(shown.checks.map(({ mode_id }) => mode_id)).toEqual(["IB-A1", "IB-C11"]);
  const careful = comparison.models.find(({ first_model_id }) => first_model_id === "sim/careful");
  expect(Object.fromEntries(shown.measures.map(({ measure, a, b }) => [measure, { a, b }]))).toEqual(
    Object.fromEntries(
      careful?.scores.map(({ score, first, second }) => [score, { a: first, b: second }]) ?? [],
    ),
  );

  const other = await scanOf(run.path, "--check", "IB-D*");
  const refused = await runCli(["compare", again, other, "--anyway", ...out]);
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IB_NO_SHARED_CHECK") });
});
