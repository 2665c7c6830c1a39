import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ReviewKey } from "../../src/schema/review/review-key.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, succeed, succeedWide } from "./evaluated-run.fixture.ts";
import { saveLabels } from "./labelled-batch.fixture.ts";
import type { TemporaryFolder } from "./temporary-folder.fixture.ts";

const CHECK = "IB-F2";
const LABELS = 12;
let run: TemporaryFolder;
let scan: string;
beforeAll(async () => {
  run = await evaluatedRun();
  scan = join(run.path, "all");
});
afterAll(() => run[Symbol.asyncDispose]());

async function drawn(name: string, ...flags: readonly string[]): Promise<string> {
  const batch = join(run.path, "reviews", name);
  await succeed("review", "export", scan, "--check", CHECK, "--out", batch, ...flags);
  return batch;
}

const twoPhase = (name: string, ...flags: readonly string[]) =>
  drawn(name, "--design", "two-phase", "--labels", String(LABELS), ...flags);

async function readKey(batch: string): Promise<ReviewKey> {
  return ReviewKey.parse(JSON.parse(await readFile(`${batch}.key.json`, "utf8")));
}

/** Two annotators who agree with the judge on every item, and what `review merge` makes of it. */
async function labelled(batch: string): Promise<{ labels: string; sample: string }> {
  const { items } = await readKey(batch);
  const letters = items.map(({ verdict }) => verdict.slice(0, 1)).join("");
  for (const annotator of ["ann", "ben"]) await saveLabels(batch, annotator, letters);
  const printed = await succeed("review", "merge", batch);
  // The printed next step works: two-phase labels need their key.
  if (items.some(({ design }) => design !== undefined)) {
    expect(printed).toMatch(/Add --scan \S+ --key \S+ for the judge/);
  }
  return { labels: `${batch}.labels.jsonl`, sample: `${batch}.sample.jsonl` };
}

test("a two-phase draw has known chances in every stratum, follows its seed, and tells annotators nothing of it", async () => {
  const batch = await twoPhase("chances");
  const key = await readKey(batch);
  expect(key).toMatchObject({ two_phase: LABELS, per_stratum: null, per_check: null });
  expect(key.items).toHaveLength(LABELS);
  for (const [name, rows] of Map.groupBy(key.items, ({ stratum }) => stratum ?? "")) {
    for (const row of rows) {
      expect(row).toMatchObject({ design: "two-phase", stratum_sample: rows.length });
      expect(name.startsWith(row.verdict)).toBe(true);
    }
  }
  const files = await Promise.all(
    ["items.jsonl", "batch.json"].map((file) => readFile(join(batch, file), "utf8")),
  );
  expect(files.join("")).not.toMatch(/stratum|two.phase|"design"|split|sweep|"verdict"/);
  const again = await twoPhase("again");
  expect(await readFile(join(again, "items.jsonl"), "utf8")).toBe(files[0]);
  const other = await readKey(await twoPhase("other", "--seed", "5"));
  expect(other.items.map(({ verdict_item }) => verdict_item)).not.toEqual(
    key.items.map(({ verdict_item }) => verdict_item),
  );
});

test("its labels give rates over all verdicts of the check, and refuse to be counted without their key", async () => {
  const { labels, sample } = await labelled(await twoPhase("weighed"));
  const flags = ["--scan", scan, "--out", run.path];
  const [row = ""] = (await readFile(labels, "utf8")).split("\n");
  expect(JSON.parse(row)).toMatchObject({ design: "two-phase" });

  const text = await succeedWide("calibrate", "labels", labels, ...flags, "--key", sample, "--corrected");
  expect(text).toContain("each label weighed by its stratum");
  expect(text).toContain("refused: drawn in two phases, by the verdict and its signals");
  const found = JSON.parse(await succeed("calibrate", "labels", labels, ...flags, "--key", sample, "--json"));
  expect(found.judge).toBeUndefined();
  const [{ axis, value }] = found.weighed;
  expect({ axis, labelled: value.labelled }).toEqual({ axis: CHECK, labelled: LABELS });
  expect(value.verdicts).toBeGreaterThan(LABELS);
  expect(value.precision.value).toBe(1);
  expect(value.rate.interval.low).toBeLessThanOrEqual(value.rate.value);
  expect(value.rate.interval.high).toBeGreaterThan(value.rate.value);

  const bare = await runCli(["calibrate", "labels", labels, ...flags]);
  expect(bare).toMatchObject({ exitCode: 2, stdout: "" });
  expect(bare.stderr).toContain("IB_UNWEIGHED_LABELS");
  expect(bare.stderr).toContain("--key");
});

test("labels of two draws are not mixed, and a key of other verdicts is refused", async () => {
  const mine = await labelled(await twoPhase("mixed"));
  const plain = await labelled(await drawn("plain", "--per-check", "30", "--seed", "9"));
  const flags = ["--scan", scan, "--out", run.path, "--key", mine.sample];
  const mixed = await runCli(["calibrate", "labels", mine.labels, plain.labels, ...flags]);
  expect(mixed).toMatchObject({ exitCode: 2, stdout: "" });
  expect(mixed.stderr).toContain("IB_MIXED_DRAWS");

  const [line = "", ...rest] = (await readFile(mine.sample, "utf8")).trimEnd().split("\n");
  const turned = { ...JSON.parse(line), verdict: JSON.parse(line).verdict === "FAIL" ? "PASS" : "FAIL" };
  const otherKey = join(run.path, "other.sample.jsonl");
  await writeFile(otherKey, `${[JSON.stringify(turned), ...rest].join("\n")}\n`);
  const refused = await runCli(["calibrate", "labels", mine.labels, ...flags.slice(0, -1), otherKey]);
  expect(refused.stderr).toContain(`IB_OTHER_VERDICTS: 1 of ${LABELS} verdicts in the key`);
});

test("a batch of named verdicts holds exactly these, and its labels measure no judge", async () => {
  const { items } = await readKey(await twoPhase("named-from"));
  const names = items.slice(0, 2).map(({ verdict_item }) => verdict_item);
  const batch = join(run.path, "reviews", "named");
  await succeed("review", "export", scan, "--verdict", names.join(","), "--out", batch);
  const key = await readKey(batch);
  expect(key.items.map(({ verdict_item }) => verdict_item).toSorted()).toEqual(names.toSorted());
  expect(key).toMatchObject({ chosen: true, per_stratum: null, per_check: null });
  for (const annotator of ["ann", "ben"]) await saveLabels(batch, annotator, "PP");
  const printed = await succeed("review", "merge", batch);
  expect(printed).toContain("review apply");
  expect(printed).not.toContain("calibrate labels");
  const refused = await runCli(["calibrate", "labels", `${batch}.labels.jsonl`, "--scan", scan]);
  expect(refused.stderr).toContain("IB_CHOSEN_LABELS: 2 labelled items on IB-F2 were chosen by hand");
  const unknown = await runCli([
    "review",
    "export",
    scan,
    "--verdict",
    `${names[0]},nobody/nothing.r1#IB-A1`,
  ]);
  expect(unknown).toMatchObject({ exitCode: 2, stdout: "" });
  expect(unknown.stderr).toContain("has no verdict nobody/nothing.r1#IB-A1 that a person could label");
});

test("a draw in two ways at once is refused", async () => {
  for (const flags of [
    ["--design", "two-phase", "--per-check", "5"],
    ["--design", "two-phase", "--per-stratum", "5"],
    ["--labels", "20"],
    ["--verdict", "a#IB-A1", "--per-check", "5"],
  ]) {
    const result = await runCli(["review", "export", scan, ...flags]);
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain("IB_TWO_DRAWS");
  }
});

test("a plan says what each check lacks, gates first, in labels and hours, and takes labels so far into account", async () => {
  const text = await succeed("calibrate", "plan", scan, "--out", run.path);
  expect(text).toContain("hours at 3 minutes a label");
  const plan = async (...flags: readonly string[]) =>
    JSON.parse(await succeed("calibrate", "plan", scan, "--out", run.path, "--json", ...flags));
  const before = await plan("--minutes-per-label", "2");
  expect(before).toMatchObject({ minutes_per_label: 2, annotators: 2 });
  expect(before.total.hours).toBeCloseTo((before.total.labels * 2) / 60, 9);
  expect(before.checks[0]).toMatchObject({ gate: true, severity: "S5" });

  const { labels, sample } = await labelled(await twoPhase("planned"));
  const after = await plan("--labels", labels, "--key", sample);
  const rowOf = (found: typeof before) => found.checks.find((row: { check: string }) => row.check === CHECK);
  expect(rowOf(before)).toMatchObject({ labelled: 0, also_missing: [] });
  expect(rowOf(after)).toMatchObject({ labelled: LABELS });
});

test("without a scan a plan is of the least there must be", async () => {
  const { checks } = JSON.parse(await succeed("calibrate", "plan", "--json"));
  expect(checks).toHaveLength(53);
  expect(checks[0]).toMatchObject({ items: 80, labels: 160, hours: 8, verdicts: null });
});
