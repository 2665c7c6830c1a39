import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, succeed } from "./evaluated-run.fixture.ts";
import { batchWith, saveLabels } from "./labelled-batch.fixture.ts";

const { signal } = new AbortController();

test("a row rests on what both labelled, and axes without a common item are named", async () => {
  await using folder = await batchWith({ "IB-A1": 12, "IB-A2": 2, "IB-A10": 1 });
  await saveLabels(folder.batch, "anna", "FFFFPPPPPPPPPP.");
  await saveLabels(folder.batch, "ben", "FFFPPPPP.......");
  const printed = await succeed("review", "merge", folder.batch);
  expect(printed).toMatch(
    /^IB-A1 +8 +anna × ben +7\/8 \(\d+–\d+%\) +0\.75 \(-?\d\.\d\d–1\.00\) +0\.75 \(-?\d\.\d\d–1\.00\)$/m,
  );
  expect(printed).toMatch(/^all axes +8 +anna × ben/m);
  expect(printed).toContain("\nNo item in common yet: IB-A2, IB-A10\n");
});

test("nobody is asked to adjudicate while labels are still to come", async () => {
  await using folder = await batchWith({ "IB-A1": 4 });
  const next = async () => (await succeed("review", "merge", folder.batch)).replace(/^[\s\S]*Next: +/, "");
  expect(await next()).toBe(`invisiblebench review serve ${folder.batch} --annotators anna,ben\n`);
  await saveLabels(folder.batch, "anna", "FPPP");
  expect(await next()).toBe("a second annotator, who labels the same items\n");
  await saveLabels(folder.batch, "ben", "PPP.");
  expect(await next()).toBe("ben has 1 item left\n");
  await saveLabels(folder.batch, "ben", "...P");
  expect(await next()).toBe(`invisiblebench review adjudicate ${folder.batch}\n`);
  await saveLabels(folder.batch, "chris", "U...", "adjudication");
  expect(await next()).toContain(
    `invisiblebench calibrate labels ${folder.batch}.labels.jsonl ${folder.batch}.adjudicated.jsonl\n`,
  );
});

test("decisions of disputes that are over leave no file behind", async () => {
  await using folder = await batchWith({ "IB-A1": 2 });
  await saveLabels(folder.batch, "anna", "FP");
  await saveLabels(folder.batch, "ben", "PP");
  await saveLabels(folder.batch, "chris", "F.", "adjudication");
  const bench = createBench();
  const { adjudicatedFile } = await bench.review.merge(folder.batch, {});
  expect(await readFile(adjudicatedFile ?? "", "utf8")).toContain('"annotator":"adjudicated"');
  await saveLabels(folder.batch, "ben", "F.");
  expect(await bench.review.merge(folder.batch, {})).toMatchObject({ adjudicatedFile: null, adjudicated: 0 });
  await expect(readFile(adjudicatedFile ?? "")).rejects.toMatchObject({ code: "ENOENT" });
});

test("what is missing or damaged is named, with what helps in a review", async () => {
  await using folder = await batchWith({ "IB-A1": 2 });
  await saveLabels(folder.batch, "anna", "FP");
  const refused = async (...args: readonly string[]) => {
    const { exitCode, stderr } = await runCli(["review", "merge", folder.batch, ...args]);
    expect(exitCode).toBe(2);
    expect(stderr).not.toContain("--resume");
    return stderr;
  };
  const log = join(folder.batch, "labels/anna.jsonl");
  await appendFile(log, "{}\n");
  expect(await refused()).toMatch(/^IB_BAD_REVIEW_LABEL: .*anna\.jsonl:3: [\s\S]*remove line 3/);
  await writeFile(join(folder.batch, "labels/Ben2.jsonl"), "");
  await rm(log);
  expect(await refused()).toMatch(/^IB_NOT_A_LABEL_FILE: .*Ben2\.jsonl is no label file by its name/);
  await rm(`${folder.batch}.key.json`);
  expect(await refused()).toMatch(/^IB_NO_SUCH_ARTIFACT: .*batch\.key\.json\.[\s\S]*--key/);
});

test("the command that merge prints last works as it stands, and counts decisions as decisions", async () => {
  await using run = await evaluatedRun();
  const batch = join(run.path, "a batch");
  const { items } = await createBench({ results: run.path }).review.export("all", {
    checks: ["IB-A*"],
    perCheck: 2,
    directory: batch,
    signal,
  });
  await saveLabels(batch, "anna", "F".repeat(items));
  await saveLabels(batch, "ben", `PP${"F".repeat(items - 2)}`);
  await saveLabels(batch, "chris", "UP", "adjudication");
  const printed = await succeed("review", "merge", batch);
  const [, command = "", scan = "", key = ""] =
    /Next: +invisiblebench (.*)\n.*(--scan \S+) .*(--corrected --key '.*'|--corrected --key \S+) /.exec(
      printed,
    ) ?? [];
  const alone = await succeed(...asArguments(command));
  expect(alone).toContain(`labelled by anna (${items} labels), ben (${items} labels).`);
  expect(alone).toContain("2 items decided by adjudication: in no agreement between annotators.");
  expect(alone).toMatch(new RegExp(`^all axes +${items} +anna × ben +${items - 2}/${items} `, "m"));

  const against = asArguments(`${command} ${scan} ${key}`);
  expect(await succeed(...against, "--out", run.path)).toContain(
    "against what most annotators say, or an adjudicator decided",
  );
  const { judge, decided } = JSON.parse(await succeed(...against, "--out", run.path, "--json"));
  expect(decided).toBe(2);
  expect(judge.overall).toMatchObject({ items, unresolved: 0, not_in_scan: 0 });

  const lonely = await runCli(["calibrate", "labels", `${batch}.adjudicated.jsonl`]);
  expect(lonely).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IB_LONELY_DECISION") });
});

/** Splits a printed command like a shell. */
function asArguments(command: string): readonly string[] {
  return Array.from(command.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
}
