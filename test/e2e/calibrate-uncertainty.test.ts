import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, succeed } from "./evaluated-run.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

/** Two repeats of three scenarios, judged by two judges with three votes each. */
async function judgedTwice(folder: TemporaryFolder): Promise<readonly string[]> {
  const out = ["--quiet", "--out", folder.path];
  await succeed(
    "run",
    "--model",
    "sim/brittle",
    ...THREE_SCENARIOS,
    "--repeat",
    "2",
    "--run-id",
    "pilot",
    ...out,
  );
  const scans: string[] = [];
  for (const judge of ["sim/judge", "sim/noisy-judge"]) {
    const options = ["--judge", judge, "--profile", "full", "--repetitions", "3", "--json"];
    scans.push(JSON.parse(await succeed("scan", "pilot", ...options, ...out)).directory);
  }
  return scans;
}

test("two judges of one run are in the interval, and components, votes and a study are given", async () => {
  await using folder = await temporaryFolder();
  const scans = await judgedTwice(folder);
  const command = ["calibrate", "uncertainty", ...scans, "--score", "quality", "--out", folder.path];
  const { judges, models } = JSON.parse(await succeed(...command, "--json"));
  const [{ estimate, components, unknown, study, vote_variance, unscored }] = models;
  expect(estimate).toMatchObject({ judges: 2, families: 3, scenarios: 3, conversations: 6 });
  expect(unscored).toBe(0);
  expect(estimate.interval.low).toBeLessThanOrEqual(estimate.family_interval.low);
  expect(estimate.interval.high).toBeGreaterThanOrEqual(estimate.family_interval.high);
  expect(components.map(({ sources }: { sources: string[] }) => sources)).toEqual([
    ["family", "scenario"],
    ["repeat"],
    ["judge"],
    ["judge_and_conversation"],
  ]);
  expect(unknown).toEqual([]);
  expect(vote_variance).toBeGreaterThan(0);
  expect(study.options.every((option: object) => !("unknown" in option))).toBe(true);
  expect(study).toMatchObject({ unit: "calls", rotation: { half_width: expect.any(Number) } });
  const [steady, noisy] = judges.map(({ votes }: { votes: { worth: number }[] }) => votes[0]);
  expect(steady).toMatchObject({ votes: 3, of: "answers", correlation: 1, worth: 1 });
  expect(noisy.worth).toBeGreaterThan(1);
  expect(noisy.worth).toBeLessThan(3);

  const text = await succeed(...command);
  expect(text).toContain("(2 judges)");
  expect(text).toContain("3 votes, worth 1.0");
  expect(text).toContain("Most for its price: ");

  const [first = "", second = ""] = scans;
  const bench = createBench({ results: folder.path });
  const found = await bench.calibrate.uncertainty([first, second], { score: "quality" });
  expect(found.models[0]?.estimate.interval).toEqual(estimate.interval);
  const overall = await bench.calibrate.uncertainty(scans);
  expect(overall.score).toBe("overall");
  expect(overall.models[0]?.estimate.mean).not.toBe(found.models[0]?.estimate.mean);

  const twice = await runCli(["calibrate", "uncertainty", first, first, "--out", folder.path]);
  expect(twice.stderr).toContain("IB_UNLIKE_JUDGES");
  expect(twice.stderr).toContain("sim/judge is a judge twice");
});

test("what one judge, one repeat and early stops cannot show is unknown and not 0", async () => {
  await using run = await evaluatedRun();
  const command = ["calibrate", "uncertainty", "all", "--out", run.path];
  const { models } = JSON.parse(await succeed(...command, "--json"));
  for (const { estimate, unknown, vote_variance, study } of models) {
    expect(estimate).toMatchObject({ judges: 1, interval: null, parts: { judges: null } });
    expect(unknown).toEqual(["judge"]);
    expect(vote_variance).toBeNull();
    const offered = (study?.options ?? []).filter((option: object) => !("unknown" in option));
    expect(offered.map(({ lever }: { lever: string }) => lever)).toEqual(study === null ? [] : ["scenarios"]);
  }
  const text = await succeed(...command);
  expect(text).toContain("with the judges in it      unknown: one judge was asked");
  expect(text).toContain(
    "judge: unknown, not 0 (one judge was asked; scan the same run with another --judge",
  );
  expect(text).toContain("vote: unknown, not 0");
});

test("with labels votes are compared by their errors; scans of other conversations are refused", async () => {
  await using folder = await temporaryFolder();
  await using other = await evaluatedRun();
  const scans = await judgedTwice(folder);
  const bench = createBench({ results: folder.path });
  const scan = await bench.openScan(scans[1] ?? "");
  const steady = await bench.openScan(scans[0] ?? "");
  const labels: object[] = [];
  // The judge that errs never says what is true.
  for await (const { transcript_id, mode_id: axis, verdict, details } of steady.verdicts())
    if (details.votes.length > 0)
      labels.push({ item: `${transcript_id}#${axis}`, axis, label: verdict, annotator: "ann" });
  const file = join(folder.path, "labels.jsonl");
  await writeFile(file, labels.map((label) => `${JSON.stringify(label)}\n`).join(""));
  const { judges } = await bench.calibrate.uncertainty(scan.directory, { labels: [file] });
  const [worth] = judges[0]?.votes ?? [];
  expect(worth).toMatchObject({ votes: 3, of: "errors" });
  // Its errors are drawn vote by vote.
  expect(worth?.worth).toBeGreaterThan(1.5);

  const apart = await runCli(["calibrate", "uncertainty", scans[0] ?? "", join(other.path, "all")]);
  expect(apart.stderr).toContain("IB_UNLIKE_JUDGES");
  expect(apart.stderr).toContain("different conversations");
});
