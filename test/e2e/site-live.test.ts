import { cp, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { type ChunkPath, chunkPath, type SiteChunkKind } from "../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../src/site/site-chunks.ts";
import { fetchChunk } from "./chunk.fixture.ts";
import { runCli, startCli } from "./cli.fixture.ts";
import { evaluatedRun, scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

let evaluated: TemporaryFolder;
beforeAll(async () => {
  evaluated = await evaluatedRun();
});
afterAll(() => evaluated[Symbol.asyncDispose]());

interface View extends AsyncDisposable {
  readonly results: string;
  readonly errors: readonly unknown[];
  get(path: string): Promise<Response>;
  load<Kind extends SiteChunkKind>(path: ChunkPath<Kind>): Promise<SiteChunk<Kind>>;
}

/** A viewer over a copy of the evaluated run, to be changed while it serves. */
async function viewCopy(change: (results: string) => Promise<void> = async () => undefined): Promise<View> {
  const folder = await temporaryFolder();
  await cp(evaluated.path, folder.path, { recursive: true });
  await change(folder.path);
  const controller = new AbortController();
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const { url, closed } = await createBench({ results: folder.path }).view({
    onError,
    signal: controller.signal,
  });
  const get = (path: string) => fetch(url + path);
  return {
    results: folder.path,
    errors,
    get,
    load: (path) => fetchChunk(url, path),
    [Symbol.asyncDispose]: async () => {
      controller.abort();
      await closed;
      await folder[Symbol.asyncDispose]();
    },
  };
}

const RUN = chunkPath.run("all");

test("of a run that is looked at again only what was written is read again", async () => {
  await using view = await viewCopy();
  const plan = join(view.results, "all", "run_plan.json");
  // On the day itself, because the copy has another time down to the nanosecond.
  const day = new Date("2026-11-15T00:00:00Z");
  await utimes(plan, day, day);
  const seen = await view.load(RUN);

  await writeFile(plan, " ".repeat((await stat(plan)).size));
  await utimes(plan, day, day);
  expect(await view.load(RUN)).toEqual(seen);

  await utimes(plan, day, new Date("2026-11-15T00:00:01Z"));
  expect((await view.get(RUN)).status).toBe(500);
});

test("runs stand in the order in which they began, by their own record and not by name or by file", async () => {
  const begun = { "a-last": "2026-11-18T19:11:00.000Z", "b-first": "2026-11-18T19:09:00.000Z" };
  await using view = await viewCopy(async (results) => {
    for (const [name, started] of Object.entries(begun)) {
      await cp(join(results, "all"), join(results, name), { recursive: true });
      const path = join(results, name, "run_manifest.json");
      const text = await readFile(path, "utf8");
      await writeFile(path, text.replace(/"started_at": "[^"]+"/, `"started_at": "${started}"`));
    }
    await rm(join(results, "all", "run_manifest.json"));
    const journal = join(results, "all", "journal.jsonl");
    const text = await readFile(journal, "utf8");
    await writeFile(journal, text.replace(/"at":"[^"]+"/, '"at":"2026-11-18T19:10:00.000Z"'));
    const today = new Date("2026-11-20T00:00:00Z");
    for (const name of ["all", "b-first"]) await utimes(join(results, name, "run_plan.json"), today, today);
  });
  const { runs } = await view.load(chunkPath.index());
  expect(runs.map(({ run_id, created_at }) => [run_id, created_at])).toEqual([
    ["a-last", begun["a-last"]],
    ["all", "2026-11-18T19:10:00.000Z"],
    ["b-first", begun["b-first"]],
  ]);
});

test("what was deleted is gone from a viewer that had read it", async () => {
  await using view = await viewCopy();
  const [scan] = (await view.load(chunkPath.index())).scans;
  const model = scan?.models[0];
  if (scan === undefined || model === undefined) throw new Error("there is nothing to look at");
  const findings = async () => (await view.load(chunkPath.model(scan.scan, model.slug))).findings;
  const [before] = await findings();
  if (before?.quote == null) throw new Error("there is no quote to delete");
  const path = chunkPath.conversation(scan.scan, before.conversation);
  expect(await (await view.get(path)).text()).toContain(JSON.stringify(before.quote).slice(1, -1));

  await succeed("runs", "delete", "all", "--yes", "--out", view.results);
  expect((await view.get(path)).status).toBe(404);
  expect((await view.load(chunkPath.index())).scans).toEqual([]);
});

test("one unreadable run is listed with its problem, and hides nothing else", async () => {
  await using view = await viewCopy(async (results) => {
    await mkdir(join(results, "broken"));
    await writeFile(join(results, "broken", "run_plan.json"), "{");
  });
  const { runs, scans, board, unreadable } = await view.load(chunkPath.index());
  expect([runs.map(({ run_id }) => run_id), scans.length]).toEqual([["all"], 1]);
  expect(unreadable).toEqual([
    { name: "broken", problem: expect.stringMatching(/broken.run_plan\.json.*not JSON/) },
  ]);
  expect((await view.get(chunkPath.board(board ?? ""))).status).toBe(200);
  expect((await view.get(chunkPath.run("broken"))).status).toBe(500);
});

test("damaged scores of a scan are made again before it is listed", async () => {
  const path = async (results: string) => join(await scanFolder(join(results, "all")), "scorecards.jsonl");
  await using view = await viewCopy(async (results) => writeFile(await path(results), "{\n"));
  const { scans, unreadable } = await view.load(chunkPath.index());
  expect([scans.length, unreadable]).toEqual([1, []]);
  expect(await readFile(await path(view.results))).toEqual(await readFile(await path(evaluated.path)));
});

test("a scan that lost a row is listed with its problem and not drawn, and view starts", async () => {
  await using view = await viewCopy(async (results) => {
    const path = join(await scanFolder(join(results, "all")), "verdicts.jsonl");
    await writeFile(path, (await readFile(path, "utf8")).replace(/^.*\n/, ""));
  });
  const { runs, scans, board, unreadable } = await view.load(chunkPath.index());
  expect([runs.length, scans.length, board]).toEqual([1, 0, null]);
  expect(unreadable).toEqual([
    { name: expect.stringMatching(/^all\//), problem: expect.stringContaining("verdicts.jsonl: it has") },
  ]);
  expect((await view.get(chunkPath.methods())).status).toBe(200);
});

test("view starts over a newest scan whose verdicts were edited, and draws none of its pages", async () => {
  await using view = await viewCopy(async (results) => {
    const path = join(await scanFolder(join(results, "all")), "verdicts.jsonl");
    await writeFile(path, (await readFile(path, "utf8")).replace('"verdict":"FAIL"', '"verdict":"PASS"'));
  });
  expect(view.errors).toEqual([expect.objectContaining({ code: "IB_SCAN_BROKEN_SEAL" })]);
  const { board, scans } = await view.load(chunkPath.index());
  for (const path of [chunkPath.board(board ?? ""), chunkPath.blindspots(scans[0]?.scan ?? "")]) {
    const response = await view.get(path);
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: expect.stringContaining("verdicts.jsonl: its rows were changed") },
    ]);
  }
});

test("a conversation that was edited while the viewer serves is not shown", async () => {
  await using view = await viewCopy();
  const [scan] = (await view.load(chunkPath.index())).scans;
  const [model] = await readdir(join(view.results, "all/transcripts"));
  const folder = join(view.results, "all/transcripts", model ?? "");
  const [file = ""] = await readdir(folder);
  const path = chunkPath.conversation(scan?.scan ?? "", `${model}__${file.replace(".jsonl", "")}`);
  expect((await view.get(path)).status).toBe(200);
  const text = await readFile(join(folder, file), "utf8");
  await writeFile(join(folder, file), text.replace(" the ", " thy "));
  const response = await view.get(path);
  expect([response.status, await response.json()]).toEqual([
    500,
    { error: expect.stringContaining(`${file}: it was changed`) },
  ]);
});

test("a run that was never judged can be read, and one that was is not shown edited", async () => {
  await using view = await viewCopy();
  const path = chunkPath.runConversations("all");
  const { models } = await view.load(path);
  const [plan] = (await view.load(RUN)).stages;
  expect(models.map(({ model_id, conversations }) => [model_id, conversations.length])).toEqual(
    plan?.by_model.map(({ model_id, planned }) => [model_id, planned]),
  );
  const [first] = models[0]?.conversations ?? [];
  if (first === undefined) throw new Error("there is nothing to read");
  const conversation = chunkPath.runConversation("all", first.conversation);
  const read = await view.load(conversation);
  expect(read.title).toBe(first.title);
  expect(read.turns.every(({ messages }) => messages.length === 2)).toBe(true);

  const file = join(view.results, "all/transcripts", read.transcript_id).concat(".jsonl");
  await writeFile(file, (await readFile(file, "utf8")).replace(" the ", " thy "));
  expect((await view.get(conversation)).status).toBe(500);

  await rm(join(view.results, "all/scans"), { recursive: true });
  expect((await view.load(chunkPath.index())).scans).toEqual([]);
  expect((await view.get(conversation)).status).toBe(200);
  for (const unknown of [
    chunkPath.runConversations("none"),
    chunkPath.runConversation("all", "nobody__nothing.r1"),
    chunkPath.runConversation("all", "..%2F..%2Frun_plan"),
  ])
    expect((await view.get(unknown)).status).toBe(404);
});

test("a scan without a seal is drawn, and every page says that nothing may be decided from it", async () => {
  await using view = await viewCopy(async (results) =>
    rm(join(await scanFolder(join(results, "all")), "seal.json")),
  );
  const { scans, board } = await view.load(chunkPath.index());
  expect(scans[0]?.evidence).toEqual([expect.stringContaining("Nothing may be decided from it")]);
  expect((await view.get(chunkPath.board(board ?? ""))).status).toBe(200);
});

test("a journal that was damaged and mended, or made anew, is read anew", async () => {
  await using view = await viewCopy();
  const replied = async () => (await view.load(RUN)).stages[0]?.calls.replied;
  const journal = join(view.results, "all", "journal.jsonl");
  const text = await readFile(journal, "utf8");
  const whole = await replied();
  expect(whole).toBeGreaterThan(10);

  await writeFile(journal, `${text}{damaged}\n`);
  expect((await view.get(RUN)).status).toBe(500);
  await writeFile(journal, text);
  expect(await replied()).toBe(whole);
  await writeFile(journal, text.split("\n").slice(0, 3).join("\n").concat("\n"));
  expect(await replied()).toBeLessThan(3);
});

test("after a kill while it is judged, the list and the page of runs say interrupted", async () => {
  await using folder = await temporaryFolder();
  const run = startCli(["eval", "--run-id", "cut", "--out", folder.path, ...THREE_SCENARIOS], {
    env: { INVISIBLEBENCH_SIM_LATENCY_MS: "60" },
  });
  const controller = new AbortController();
  const { url, closed } = await createBench({ results: folder.path }).view({ signal: controller.signal });
  const states = async () => {
    const [{ runs }, told] = await Promise.all([
      fetchChunk(url, chunkPath.index()),
      fetchChunk(url, chunkPath.run("cut")).catch(() => undefined),
    ]);
    return { list: runs[0]?.state, page: told?.state, stages: told?.stages.map(({ state }) => state) };
  };
  try {
    await expect.poll(states).toEqual({ list: "running", page: "running", stages: ["finished", "running"] });
    run.kill("SIGKILL");
    await run.finished;
    expect(await states()).toEqual({
      list: "interrupted",
      page: "interrupted",
      stages: ["finished", "interrupted"],
    });
    expect(
      (await runCli(["eval", "--resume", "cut", "--out", folder.path, ...THREE_SCENARIOS])).exitCode,
    ).toBe(0);
    expect(await states()).toEqual({ list: "finished", page: "finished", stages: ["finished", "finished"] });
  } finally {
    run.kill("SIGKILL");
    controller.abort();
    await closed;
  }
});
