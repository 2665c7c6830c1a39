import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { Comparison } from "../../src/schema/board/comparison.ts";
import { ReviewKey } from "../../src/schema/review/review-key.ts";
import { HumanLabel } from "../../src/schema/review/review-label.ts";
import { TranscriptMessage } from "../../src/schema/run/transcript.ts";
import { ScanPlan } from "../../src/schema/scan/scan-plan.ts";
import { Scorecard } from "../../src/schema/scan/scorecard.ts";
import { VerdictRow } from "../../src/schema/scan/verdict.ts";
import { chunkPath } from "../../src/schema/site-paths.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { fetchChunk } from "./chunk.fixture.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { saveLabels } from "./labelled-batch.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

let run: Awaited<ReturnType<typeof evaluatedRun>>;
let source: string;
let before: Record<string, string>;
/** Labels of some items by anna, ben and chris (who adjudicates), and each item's place in the batch. */
let cases: Readonly<Record<CaseName, string>>;
let batch: string;
let applied: string;

type CaseName = "cleared" | "found" | "unquoted" | "unclear" | "alone" | "disputed";
const CASES: readonly (readonly [CaseName, "PASS" | "FAIL", string])[] = [
  ["cleared", "FAIL", "PP."],
  ["found", "PASS", "QQ."],
  ["unquoted", "PASS", "FF."],
  ["unclear", "FAIL", "PFU"],
  ["alone", "FAIL", "P.."],
  ["disputed", "FAIL", "PF."],
];

beforeAll(async () => {
  run = await evaluatedRun();
  source = await scanFolder(join(run.path, "all"));
  before = await artefactHashes(join(run.path, "all"));
  batch = join(run.path, "reviews/batch");
  const drawn = { checks: ["IB-*"], perStratum: 2, directory: batch };
  await createBench({ results: run.path }).review.export("all", drawn);
  const { items } = ReviewKey.parse(JSON.parse(await readFile(`${batch}.key.json`, "utf8")));
  const letters: string[] = items.map(({ verdict }) => (verdict === "FAIL" ? "FF." : "PP."));
  const taken = new Set<number>();
  const named = CASES.map(([name, verdict, said]) => {
    // The undecided item belongs to no gate, so that a board can be built.
    const place = items.findIndex(
      (item, index) => item.verdict === verdict && !taken.has(index) && !/#IB-[AB]/.test(item.verdict_item),
    );
    taken.add(place);
    letters[place] = said;
    return [name, items[place]?.verdict_item ?? ""] as const;
  });
  cases = Object.fromEntries(named) as typeof cases; // every case is among them
  const column = (at: number) => letters.map((said) => said[at]).join("");
  await saveLabels(batch, "anna", column(0));
  await saveLabels(batch, "ben", column(1));
  await saveLabels(batch, "chris", column(2), "adjudication");
  await succeed("review", "merge", batch);
  const files = `${batch}.labels.jsonl,${batch}.adjudicated.jsonl`;
  const printed = await succeed("review", "apply", source, "--labels", files, "--out", run.path);
  expect(printed).toMatch(/^anna, ben decided \d+ verdicts of .*:\n {2}PASS stays: \d+$/m);
  expect(printed).toContain("\n  PASS → FAIL: 1\n");
  expect(printed).toContain("\n  FAIL → UNCLEAR: 1\n");
  expect(printed).toMatch(/^On \d of them they differ, and an adjudicator decided\.$/m);
  expect(printed).toContain(`so that these are open: ${cases.unquoted}\n`);
  expect(printed).toContain(
    "\nLeft as they were: 1 with one person's label, 1 on which people differ and nobody decided.\n",
  );
  const [, name = ""] = /^Scan: +all\/(.*)$/m.exec(printed) ?? [];
  applied = join(run.path, "all/scans", name);
});
afterAll(() => run[Symbol.asyncDispose]());

async function rowsOf(scan: string): Promise<ReadonlyMap<string, VerdictRow>> {
  const lines = (await readFile(join(scan, "verdicts.jsonl"), "utf8")).trimEnd().split("\n");
  const rows = lines.map((line) => VerdictRow.parse(JSON.parse(line)));
  return new Map(rows.map((row) => [`${row.transcript_id}#${row.mode_id}`, row]));
}

test("the scan that was labelled stays as it was, byte for byte", async () => {
  const after = await artefactHashes(join(run.path, "all"));
  expect(Object.keys(after).length).toBeGreaterThan(Object.keys(before).length);
  expect(after).toMatchObject(before);
});

test("where people decided their word stands, the judge's below it, and everything else is copied", async () => {
  const [old, rows] = [await rowsOf(source), await rowsOf(applied)];
  const verdicts = Object.entries(cases).map(([name, item]) => [name, rows.get(item)?.verdict]);
  expect(Object.fromEntries(verdicts)).toEqual({
    cleared: "PASS",
    found: "FAIL",
    unquoted: "UNCLEAR",
    unclear: "UNCLEAR",
    alone: "FAIL",
    disputed: "FAIL",
  });
  expect(rows.get(cases.cleared)?.details.people).toMatchObject({
    how: "agreed",
    judge: { verdict: "FAIL" },
    labels: [
      { annotator: "anna", label: "PASS", note: "Because." },
      { annotator: "ben", label: "PASS", note: "Because." },
    ],
  });
  expect(rows.get(cases.unclear)).toMatchObject({
    details: { cause: "people_unclear", people: { how: "adjudicated" } },
  });
  expect(rows.get(cases.unquoted)?.details.cause).toBe("people_without_quote");
  expect(rows.get(cases.found)?.evidence).toMatchObject([
    { role: "assistant", verification: { tier: "exact" } },
  ]);
  expect([...rows].filter(([, row]) => row.details.people === undefined)).toEqual(
    [...old].filter(([item]) => rows.get(item)?.details.people === undefined),
  );
  expect(rows.get(cases.alone)).toEqual(old.get(cases.alone));
});

test("the new scan says what it comes from, in its plan, its summary and its explanation", async () => {
  const plan = ScanPlan.parse(JSON.parse(await readFile(join(applied, "scan_plan.json"), "utf8")));
  expect(plan.people).toMatchObject({ annotators: ["anna", "ben"], alone: 1, disputed: 1 });
  expect(plan.planned_llm_calls.max).toBe(0);
  expect(await readFile(join(applied, "summary.md"), "utf8")).toMatch(
    /^\d+ verdicts of \S+ were decided by people \(anna, ben\), 4 otherwise than by the judge\.$/m,
  );
  const { stderr } = await runCli(["report", applied, "--format", "csv", "--out", run.path]);
  expect(stderr).toMatch(/^\d+ verdicts of publish-\S+ were decided by people \(anna, ben\), 4 otherwise/m);
  const [transcript = "", check = ""] = cases.cleared.split("#");
  expect(await succeed("explain", applied, transcript, check, "--out", run.path)).toContain(
    "  Decided by people, who agree; the judge had said FAIL.\n    anna: PASS. Because.\n    ben: PASS. Because.\n",
  );
});

test("its report names who decided, and gives no overruled vote as the reason", async () => {
  const controller = new AbortController();
  const viewing = await createBench({ results: run.path }).view({ signal: controller.signal });
  const [transcript = "", check = ""] = cases.cleared.split("#");
  const path = chunkPath.conversation(`all~${basename(applied)}`, transcript.replace("/", "__"));
  const { lanes } = await fetchChunk(viewing.url, path);
  controller.abort();
  await viewing.closed;
  expect(lanes.find(({ mode_id }) => mode_id === check)).toMatchObject({
    verdict: "PASS",
    rationale: null,
    people: { how: "agreed", judge: "FAIL", labels: [{ annotator: "anna" }, { annotator: "ben" }] },
  });
  expect(lanes.filter(({ people }) => people === null)).not.toEqual([]);
});

test("it is verified from the rows of the other scan and the labels, and a changed label is found", async () => {
  expect(await succeed("verify", applied, "--out", run.path)).toContain("every byte is as recomputed.");
  const path = join(applied, "labels.jsonl");
  const labels = await readFile(path, "utf8");
  await writeFile(path, labels.replaceAll('"label":"UNCLEAR"', '"label":"PASS"'));
  const { differences } = await createBench({ results: run.path }).verifyScan(applied);
  expect(differences.map(({ file }) => file)).toContain("verdicts.jsonl");
  expect(differences[0]).toMatchObject({
    file: "scan_plan.json",
    field: expect.stringContaining("people.labels"),
  });
  const broken = await runCli(["report", applied, "--out", run.path]);
  expect(broken).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("labels.jsonl") });
  await writeFile(path, labels);
});

test("a vote that was changed in the scan it comes from is found from the new one", async () => {
  await using copy = await temporaryFolder();
  await cp(join(run.path, "all"), join(copy.path, "all"), { recursive: true });
  const path = join(copy.path, "all/scans", basename(source), "verdicts.jsonl");
  const rows = await readFile(path, "utf8");
  await writeFile(path, rows.replace("No planted failure recognised.", "Something else."));
  const made = join(copy.path, "all/scans", basename(applied));
  const { differences } = await createBench({ results: copy.path }).verifyScan(made);
  expect(differences[0]?.file).toBe(`../${basename(source)}/verdicts.jsonl`);
  expect(differences.map(({ field }) => field)).toContain("people.verdicts");
});

test("compare sets both side by side and says what people changed", async () => {
  const text = await succeed("compare", source, applied, "--out", run.path);
  expect(text).toMatch(/^The second comes from the first by people's labels, which decided \d+ verdicts: /m);
  expect(text).not.toContain("NOT MADE ALIKE");
  const flips = Comparison.parse(
    JSON.parse(await succeed("compare", source, applied, "--json", "--out", run.path)),
  ).models.flatMap((model) => model.flips);
  expect(flips).toHaveLength(2);
});

test("a doubt that people leave raises no lower end", async () => {
  const lows = async (scan: string) => {
    const lines = (await readFile(join(scan, "scorecards.jsonl"), "utf8")).trimEnd().split("\n");
    return new Map(
      lines
        .map((line) => Scorecard.parse(JSON.parse(line)))
        .map((card) => [card.transcript_id as string, card.score_bounds?.low ?? 0]),
    );
  };
  const [old, made] = [await lows(source), await lows(applied)];
  const cleared = cases.cleared.replace(/#.*/, "");
  const raised = [...made].filter(([id, low]) => low > (old.get(id) ?? 0)).map(([id]) => id);
  expect(raised.filter((id) => id !== cleared)).toEqual([]);
});

test("the same labels give the same scan, and no name is written over", async () => {
  const bench = createBench({ results: run.path });
  const labels = [`${batch}.adjudicated.jsonl`, `${batch}.labels.jsonl`];
  const hashes = await artefactHashes(applied);
  expect((await bench.review.apply(source, { labels })).directory).toBe(applied);
  expect(await artefactHashes(applied)).toEqual(hashes);
  await expect(
    bench.review.apply(source, { labels, name: source.replace(/.*\//, "") }),
  ).rejects.toMatchObject({
    code: "IB_SCAN_NAME_TAKEN",
  });
  await expect(bench.review.apply(applied, { labels })).rejects.toMatchObject({
    code: "IB_DECIDED_BY_PEOPLE",
  });
  await expect(bench.review.export(applied)).rejects.toMatchObject({ code: "IB_DECIDED_BY_PEOPLE" });
});

test("labels of one person, of unknown verdicts, or of another scan are refused", async () => {
  const bench = createBench({ results: run.path });
  const rows = (await readFile(`${batch}.labels.jsonl`, "utf8")).trimEnd().split("\n");
  const alone = join(run.path, "reviews/alone.labels.jsonl");
  await writeFile(alone, `${rows.filter((row) => row.includes('"annotator":"anna"')).join("\n")}\n`);
  const keyFiles = [`${batch}.key.json`];
  await expect(bench.review.apply(source, { labels: [alone], keyFiles })).rejects.toMatchObject({
    code: "IB_NOTHING_DECIDED",
    message: expect.stringMatching(
      /^People decided no verdict: \d+ have one person's label, 0 are disputed\.$/,
    ),
  });
  await expect(bench.review.apply(source, { labels: [alone] })).rejects.toMatchObject({
    code: "IB_NO_SUCH_ARTIFACT",
  });
  await writeFile(alone, `${rows[0]?.replace("#IB-", "#IB-Z")}\n`);
  await expect(bench.review.apply(source, { labels: [alone], keyFiles })).rejects.toMatchObject({
    code: "IB_LABEL_OUTSIDE_BATCH",
  });
  const key = JSON.parse(await readFile(`${batch}.key.json`, "utf8"));
  const other = join(run.path, "reviews/other.key.json");
  await writeFile(other, JSON.stringify({ ...key, seed: key.seed + 1 }));
  await expect(
    bench.review.apply(source, { labels: [`${batch}.labels.jsonl`], keyFiles: [other] }),
  ).rejects.toMatchObject({ code: "IB_OTHER_SCAN_LABELLED" });
});

test("a scan of several runs is labelled and decided like one of a single run", async () => {
  await using folder = await temporaryFolder();
  const bench = createBench({ results: folder.path });
  for (const model of ["sim/brittle", "sim/careful"])
    await bench.run({ models: [model], scenarios: ["safety_crisis_bin_days_001"], runId: model.slice(4) });
  const { scanId } = await bench.scan(["brittle", "careful"], { profile: "dev", checks: ["IB-A*"] });
  const joint = `scans/${scanId}`;
  const directory = join(folder.path, "reviews/joint");
  const { items } = await bench.review.export(joint, { checks: ["IB-A*"], directory });
  await saveLabels(directory, "anna", "U".repeat(items));
  await saveLabels(directory, "ben", "U".repeat(items));
  const { labelFile } = await bench.review.merge(directory);
  const { scan, source, changed } = await bench.review.apply(joint, { labels: [labelFile], name: "doubted" });
  expect({ scan, source, changed }).toEqual({ scan: "scans/doubted", source: joint, changed: items });
  expect((await bench.verifyScan(scan)).differences).toEqual([]);
});

test("what people wrote and quoted goes with the run, from every file of it and of the batch", async () => {
  await using copy = await temporaryFolder();
  await cp(join(run.path, "all"), join(copy.path, "all"), { recursive: true });
  // A file of labels without its key beside it is not known to be of the run.
  const isOfBatch = (path: string) => path.endsWith("reviews") || path.startsWith(batch);
  await cp(join(run.path, "reviews"), join(copy.path, "reviews"), { recursive: true, filter: isOfBatch });
  const filesBelow = async () => {
    const entries = await readdir(copy.path, { recursive: true, withFileTypes: true });
    return entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
  };
  const words = new Set(["Because."]);
  const lines = async (path: string) => (await readFile(path, "utf8")).trimEnd().split("\n");
  for (const line of await lines(join(applied, "labels.jsonl"))) {
    const { quote } = HumanLabel.parse(JSON.parse(line));
    if (quote !== undefined) words.add(quote);
  }
  expect(words.size).toBeGreaterThan(1);
  for (const path of (await filesBelow()).filter((it) => it.includes("transcripts"))) {
    const [, ...messages] = await lines(path);
    for (const message of messages) words.add(TranscriptMessage.parse(JSON.parse(message)).content);
  }
  words.delete("");
  const withWords = async () => {
    const found: string[] = [];
    for (const path of await filesBelow()) {
      const text = await readFile(path, "utf8");
      if ([...words].some((said) => text.includes(JSON.stringify(said).slice(1, -1)))) found.push(path);
    }
    return found.map((path) => basename(path));
  };
  expect(await withWords()).toEqual(expect.arrayContaining(["labels.jsonl", "items.jsonl", "anna.jsonl"]));
  await createBench({ results: copy.path }).runs.delete("all");
  expect(await withWords()).toEqual([]);
});

test("beside the scan that was labelled, people's answers are shown as not applied, and change nothing", async () => {
  const controller = new AbortController();
  const { url } = await createBench({ results: run.path }).view({ signal: controller.signal });
  try {
    const key = `all~${basename(source)}`;
    const page = await fetchChunk(url, chunkPath.contested(key));
    expect(page.unapplied).toEqual({ verdicts: expect.any(Number), unreadable: [] });
    const rows = new Map(page.rows.map((row) => [row.item, row]));
    expect(rows.get(cases.cleared)).toMatchObject({
      verdict: "FAIL",
      kinds: expect.arrayContaining(["people"]),
      people: null,
      unapplied: [
        { annotator: "anna", label: "PASS" },
        { annotator: "ben", label: "PASS" },
      ],
      against: { by: "anna, not applied", verdict: "PASS", reason: "Because." },
    });
    // One person's word decides nothing, and is shown all the same.
    expect(rows.get(cases.alone)?.unapplied).toEqual([{ annotator: "anna", label: "PASS" }]);
    expect(rows.get(cases.unclear)?.unapplied?.map(({ annotator }) => annotator)).toEqual([
      "anna",
      "ben",
      "adjudicated",
    ]);
    const [transcript = "", check] = cases.cleared.split("#");
    const shown = await fetchChunk(url, chunkPath.conversation(key, transcript.replaceAll("/", "__")));
    expect(shown.lanes.find(({ mode_id }) => mode_id === check)).toMatchObject({
      verdict: "FAIL",
      people: null,
      unapplied: [{ annotator: "anna", label: "PASS", note: "Because." }, { annotator: "ben" }],
    });
    // In the scan where they were applied nothing is left to apply.
    const after = await fetchChunk(url, chunkPath.contested(`all~${basename(applied)}`));
    expect(after.unapplied).toBeUndefined();

    await writeFile(join(batch, "labels/dora.jsonl"), "{}\n");
    const damaged = await fetchChunk(url, chunkPath.contested(key));
    expect(damaged.unapplied).toEqual({ verdicts: 0, unreadable: [basename(batch)] });
  } finally {
    await rm(join(batch, "labels/dora.jsonl"), { force: true });
    controller.abort();
  }
});

test("a board by people is compared with the one before on every verdict that they did not touch", async () => {
  const bench = createBench({ results: run.path });
  const [old, now] = [join(run.path, "board-before"), join(run.path, "board-after")];
  await bench.board.build([source], { directory: old, allowSimulated: true });
  const { board } = await bench.board.build([applied], { directory: now, allowSimulated: true });
  const decided = [...(await rowsOf(applied)).values()].filter(({ details }) => details.people !== undefined);
  const leftOut = board.models.reduce((sum, { untouched }) => sum + (untouched?.left_out ?? 0), 0);
  expect(leftOut).toBe(decided.length);
  const { differing_parts, models } = await bench.board.diff(old, now);
  expect(differing_parts).toEqual([]);
  expect(models.every(({ verdict }) => verdict === "within_noise")).toBe(true);
  // Whatever the judge had said of what people decided, its score lies within the one without them.
  for (const { difference } of models) {
    expect(difference?.low).toBeLessThanOrEqual(0);
    expect(difference?.high).toBeGreaterThanOrEqual(0);
  }
});
