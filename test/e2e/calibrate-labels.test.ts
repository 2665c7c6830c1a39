import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JudgedSet } from "../../src/schema/review/calibration-status.ts";
import { VerdictRow } from "../../src/schema/scan/verdict.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, scanFolder, succeed, succeedWide } from "./evaluated-run.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

/** A file of one annotator's labels, by axis: a letter for each item. */
async function labelFile(folder: string, annotator: string, axes: Readonly<Record<string, string>>) {
  const labels = { P: "PASS", F: "FAIL" } as const;
  const rows = Object.entries(axes).flatMap(([axis, letters]) =>
    [...letters].map((letter, index) => {
      const label = letter === "F" ? labels.F : labels.P;
      return JSON.stringify({ item: `${axis}-${index}`, axis, label, annotator });
    }),
  );
  const path = join(folder, `${annotator}.jsonl`);
  await writeFile(path, `${rows.join("\n")}\n`);
  return path;
}

test("two annotators' files give kappa, AC1, raw agreement and prevalence per axis, undefined for one class", async () => {
  await using folder = await temporaryFolder();
  const first = await labelFile(folder.path, "reader-1", {
    "IB-A1": "FFFPPPPPPP",
    "IB-A10": "PP",
    "IB-A2": "FP",
  });
  const second = await labelFile(folder.path, "reader-2", {
    "IB-A1": "FFPPPPPPPP",
    "IB-A10": "PP",
    "IB-A2": "FP",
  });
  expect(await succeedWide("calibrate", "labels", first, second)).toMatchInlineSnapshot(`
    "Axis      Items  Annotators           Agreed          Kappa                                           AC1               Alpha              Labels
    ────────  ─────  ───────────────────  ──────────────  ──────────────────────────────────────────────  ────────────────  ─────────────────  ──────────────────
    IB-A1        10  reader-1 × reader-2  9/10 (60–98%)   0.74 (0.00–1.00)                                0.84 (0.41–1.00)  0.75 (-0.06–1.00)  FAIL 25%, PASS 75%
    IB-A2         2  reader-1 × reader-2  2/2 (34–100%)   1.00                                            1.00              1.00               FAIL 50%, PASS 50%
    IB-A10        2  reader-1 × reader-2  2/2 (34–100%)   undefined (both raters used one category only)  undefined         undefined          PASS 100%
    all axes     14  reader-1 × reader-2  13/14 (69–99%)  0.81 (0.31–1.00)                                0.89 (0.62–1.00)  0.82 (0.20–1.00)   FAIL 25%, PASS 75%

    Agreed: with the 95% Wilson interval. Coefficients: 95% by a bootstrap over items. All axes: in one table, as if they were one question.
    14 items on 3 axes, labelled by reader-1 (14 labels), reader-2 (14 labels).
    "
  `);

  const { axes, overall } = JSON.parse(await succeed("calibrate", "labels", first, second, "--json"));
  expect(axes.map(({ axis }: { axis: string }) => axis)).toEqual(["IB-A1", "IB-A2", "IB-A10"]);
  expect(axes[2].pairs[0].kappa).toEqual({ value: null, reason: expect.any(String), interval: null });
  expect(overall.pairs[0].agreed).toMatchObject({ k: 13, n: 14 });
});

test("with three annotators every pair has its row, and the axis one more", async () => {
  await using folder = await temporaryFolder();
  const files = [
    await labelFile(folder.path, "a", { tone: "FFPP" }),
    await labelFile(folder.path, "b", { tone: "FFPP" }),
    await labelFile(folder.path, "c", { tone: "FPPP" }),
  ];
  const table = await succeed("calibrate", "labels", ...files);
  for (const names of ["a × b", "a × c", "b × c", "all"]) {
    expect(table).toMatch(new RegExp(`^tone +4 +${names} `, "m"));
  }
  expect(table).toContain("kappa is Fleiss'");
});

test("labels of one annotator leave nothing to compare, with exit code 3", async () => {
  await using folder = await temporaryFolder();
  const file = await labelFile(folder.path, "reader-1", { "IB-A1": "FP" });
  const result = await runCli(["calibrate", "labels", file, file]);
  expect(result).toMatchObject({ exitCode: 3, stdout: "" });
  expect(result.stderr).toContain("IB_NOTHING_LABELLED_TWICE: There is nothing to compare");
});

test.for([
  ['{"item":"1","axis":"x"', "not JSON"],
  ['{"item":"1","axis":"x","label":"PASS"}', "annotator"],
  ['{"item":"1","axis":"x","label":"PASS","annotator":"a","colour":"red"}', "colour"],
  ["", "not JSON"],
] as const)("a malformed line is named with its file and line: %s", async ([line, said]) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "mine.jsonl");
  const good = '{"item":"0","axis":"x","label":"PASS","annotator":"a"}';
  await writeFile(path, `${good}\n${line}\n${good}\n`);
  const result = await runCli(["calibrate", "labels", path]);
  expect(result).toMatchObject({ exitCode: 2, stdout: "" });
  expect(result.stderr).toContain(`IB_BAD_LABEL: ${path}:2: `);
  expect(result.stderr).toContain(said);
});

test("an annotator who contradicts themself is refused with both lines, a missing file by its name", async () => {
  await using folder = await temporaryFolder();
  const first = await labelFile(folder.path, "reader-1", { "IB-A1": "FP" });
  const second = join(folder.path, "again.jsonl");
  await writeFile(second, '{"item":"IB-A1-1","axis":"IB-A1","label":"FAIL","annotator":"reader-1"}\n');
  const result = await runCli(["calibrate", "labels", first, second]);
  expect(result).toMatchObject({ exitCode: 2, stdout: "" });
  expect(result.stderr).toContain(`twice: PASS at ${first}:2, FAIL at ${second}:1.`);

  const missing = await runCli(["calibrate", "labels", first, join(folder.path, "nobody.jsonl")]);
  expect(missing).toMatchObject({ exitCode: 2, stdout: "" });
  expect(missing.stderr).toContain("IB_NO_SUCH_FILE");
});

test("against a scan the judge is held against most annotators, and rates are corrected or refused with the reason", async () => {
  await using run = await evaluatedRun();
  const scan = await scanFolder(join(run.path, "all"));
  const rows = (await readFile(join(scan, "verdicts.jsonl"), "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => VerdictRow.parse(JSON.parse(line)))
    .filter(
      ({ eligible, verdict, mode_id }) => eligible && verdict !== "NOT_APPLICABLE" && mode_id === "IB-F2",
    );
  const label = (annotator: string, differ: number) =>
    rows.map(({ transcript_id, mode_id, verdict }, index) => ({
      item: `${transcript_id}#${mode_id}`,
      axis: mode_id,
      label: index < differ ? (verdict === "FAIL" ? "PASS" : "FAIL") : verdict,
      annotator,
    }));
  const files = await Promise.all(
    (["ann", "ben"] as const).map(async (annotator, index) => {
      const path = join(run.path, `${annotator}.jsonl`);
      const lines = label(annotator, index * 2).map((row) => JSON.stringify(row));
      await writeFile(path, `${lines.join("\n")}\n`);
      return path;
    }),
  );
  const flags = ["--scan", scan, "--out", run.path];
  const judged = join(run.path, "judged.json");
  const printed = await succeedWide(
    "calibrate",
    "labels",
    ...files,
    ...flags,
    "--corrected",
    "--write-judged",
    judged,
  );
  expect(printed).toContain("The verdicts of sim/judge against what most annotators say");
  expect(printed).toContain("refused: no sampling key says how the labelled verdicts were drawn");
  expect(printed).toContain("refused: no labels of a separate validation set");
  const { judge } = JSON.parse(await succeed("calibrate", "labels", ...files, ...flags, "--json"));
  expect(judge.overall).toMatchObject({
    items: rows.length - 2,
    unresolved: 2,
    not_in_scan: 0,
    agreed: { rate: 1 },
  });
  expect(JudgedSet.parse(JSON.parse(await readFile(judged, "utf8"))).verdicts).toHaveLength(rows.length);

  const alone = await runCli(["calibrate", "labels", ...files, "--corrected"]);
  expect(alone).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IB_MISSING_SCAN") });
});
