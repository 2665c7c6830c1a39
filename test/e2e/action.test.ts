import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { shippedCorpus, writeSyntheticRun } from "./synthetic-run.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const repository = join(import.meta.dirname, "../..");
const Step = z.object({
  id: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
});
const Action = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string() })),
  runs: z.object({ using: z.literal("composite"), steps: z.array(Step) }),
});
const Workflow = z.object({ jobs: z.record(z.string(), z.object({ steps: z.array(Step) })) });
const action = Action.parse(parse(readFileSync(join(repository, "action.yml"), "utf8")));

test("the action declares every input it reads and reads every input it declares", () => {
  const used = JSON.stringify(action.runs).matchAll(/\$\{\{ inputs\.([a-z-]+) \}\}/g);
  expect([...new Set(Array.from(used, ([, name]) => name))].toSorted()).toEqual(
    Object.keys(action.inputs).toSorted(),
  );
});

test("no input is pasted into a command line", () => {
  for (const { run } of action.runs.steps) expect(run ?? "").not.toContain("${{");
});

test("the example workflow passes the action only inputs that it has", () => {
  const { jobs } = Workflow.parse(
    parse(readFileSync(join(repository, "docs/examples/workflow.yml"), "utf8")),
  );
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const given = steps.filter(({ uses }) => uses?.includes("/invisiblebench@")).map((step) => step.with ?? {});
  expect(given).toHaveLength(1);
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given[0] ?? {})));
});

test("the example workflow asks and judges with one packed file, and with no name that a registry would have to know", () => {
  const { jobs } = Workflow.parse(
    parse(readFileSync(join(repository, "docs/examples/workflow.yml"), "utf8")),
  );
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const installed = steps.flatMap(({ run }) => /^npm install .*?(\S+)$/m.exec(run ?? "")?.[1] ?? []);
  const judges = steps.flatMap((step) => step.with?.["package"] ?? []);
  expect(installed).toEqual([`./vendor/invisiblebench-${packageJson.version}.tgz`]);
  expect(judges.map((file) => `./${file}`)).toEqual(installed);
});

test("the action's script reports the outcome, shows the summary and keeps the gate's exit code", async () => {
  await using folder = await temporaryFolder();
  const results = join(folder.path, "results");
  const scan = await writeSyntheticRun({
    results,
    runId: "candidate",
    models: ["maker-a/product"],
    scenarios: [...(await shippedCorpus()).scenarios.values()].slice(0, 12),
    failureRate: () => 0,
  });
  await mkdir(join(folder.path, "temp"));
  const script = action.runs.steps.find(({ id }) => id === "gate")?.run ?? "";
  const run = (inconclusive: string) =>
    spawnSync("bash", ["-eo", "pipefail", "-c", script], {
      cwd: folder.path,
      encoding: "utf8",
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`,
        ACTION_PATH: repository,
        SCAN: "candidate",
        RESULTS: results,
        POLICY: "",
        BASELINE: "",
        PACKAGE: "",
        INCONCLUSIVE: inconclusive,
        RUNNER_TEMP: join(folder.path, "temp"),
        GITHUB_ACTIONS: "true",
        GITHUB_OUTPUT: join(folder.path, "output"),
        GITHUB_STEP_SUMMARY: join(folder.path, "summary"),
      },
    });
  // Twelve scenarios are too few to bound a rate at 5%.
  expect(run("fail")).toMatchObject({ status: 3, stderr: expect.stringContaining("::warning title=") });
  expect(run("warn").status).toBe(0);
  expect(await readFile(join(folder.path, "output"), "utf8")).toContain(
    `outcome=INCONCLUSIVE\njunit=${join(scan, "gate.xml")}\n`,
  );
  expect(await readFile(join(folder.path, "summary"), "utf8")).toMatch(/^# ⚠️ InvisibleBench gate/);
});

test("the baseline is what the last successful run of the branch has kept, and without one the build says so", async () => {
  await using folder = await temporaryFolder();
  const script = action.runs.steps.find(({ id }) => id === "baseline")?.run ?? "";
  // Records the calls of GitHub's command line, one argument per line.
  const gh = `#!/bin/sh\nprintf '%s\\n' "$@" >> asked\nif [ "$2" = list ]; then printf '%s' "$LAST_RUN"; fi\n`;
  await writeFile(join(folder.path, "gh"), gh, { mode: 0o755 });
  const fetchBaseline = (lastRun: string) =>
    spawnSync("bash", ["-eo", "pipefail", "-c", script], {
      cwd: folder.path,
      encoding: "utf8",
      env: {
        PATH: `${folder.path}${delimiter}${process.env["PATH"]}`,
        LAST_RUN: lastRun,
        REPOSITORY: "acme/companion",
        WORKFLOW: "caregiver safety",
        ARTIFACT: "baseline; rm -rf .",
        BRANCH: "main",
        RESULTS: "results",
      },
    });
  expect(fetchBaseline("4711").status).toBe(0);
  const asked = await readFile(join(folder.path, "asked"), "utf8");
  expect(asked).toContain("--workflow\ncaregiver safety\n--branch\nmain\n--status\nsuccess\n");
  expect(asked).toContain(
    "run\ndownload\n4711\n--repo\nacme/companion\n--name\nbaseline; rm -rf .\n--dir\nresults\n",
  );
  expect(fetchBaseline("")).toMatchObject({ status: 1, stdout: expect.stringContaining("No baseline") });
});
