import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { RunManifest } from "../../src/schema/run/manifest.ts";
import { RunPlan } from "../../src/schema/run/run-plan.ts";
import type { FaultKind } from "../servers/fault-kind.ts";
import { type ModelServer, startModelServer } from "../servers/model-server.ts";
import type { WireRequest } from "../servers/wire-request.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { runCli, startCli } from "./cli.fixture.ts";
import { hurriedClock } from "./hurried-clock.fixture.ts";
import { describeJournals, readJournal } from "./journal-lines.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

/** One branch point each, of which the words of a simulated assistant would choose the turn's own message. */
const SOME = ["--scenario", "safety_crisis_lot_lights_007,safety_crisis_section_c_002"];
const TAKEN = ["took_the_out", "handed_on"];

let server: ModelServer;
let folder: TemporaryFolder;
/** The router's answer; the server's assistant replies are made up. */
let say: (request: WireRequest) => string;
/** Faults of the router's calls. */
const faults = new Map<string, FaultKind>();
afterEach(() => faults.clear());

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startModelServer({
    keyless: true,
    faults: (request) => faults.get(firstBranch(request)) ?? null,
    reply: (request) =>
      request.model === "router" ? say(request) : `Reply ${request.requestHash.slice(0, 8)}.`,
  });
  const price = (model: string) => ({
    ...{ model, family: "lab", input: 1, output: 4, as_of: "2026-11-01", source: "our contract" },
  });
  const config = {
    endpoints: { lab: { base_url: `${server.url}/v1` } },
    prices: [price("lab/one"), price("lab/router")],
  };
  await writeFile(join(folder.path, "invisiblebench.config.json"), JSON.stringify(config));
});
afterAll(async () => {
  await server?.close();
  await folder?.[Symbol.asyncDispose]();
});

const firstBranch = ({ messages }: WireRequest) =>
  /^\{"id":"(\w+)"/m.exec(messages.at(-1)?.text ?? "")?.[1] ?? "";
const out = () => join(folder.path, "out");
const cli = (...args: readonly string[]) =>
  runCli([...args, "--out", out(), "--no-cache", "--yes", "--quiet"], {
    cwd: folder.path,
    clock: hurriedClock(),
  });
const asked = () => server.log.filter(({ model }) => model === "router").length;
const read = async (run: string, name: string) => JSON.parse(await readFile(join(out(), run, name), "utf8"));
async function linesOf(run: string, scenario: string, slug = "sim__careful") {
  const text = await readFile(join(out(), run, "transcripts", slug, `${scenario}.r1.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("branches go where the router says; plan, transcript, journal and manifest say who chose and for how much", async () => {
  say = firstBranch;
  const before = asked();
  const ran = await cli(
    "run",
    "--run-id",
    "routed",
    "--model",
    "sim/careful",
    "--router",
    "lab/router",
    ...SOME,
  );
  expect(ran).toMatchObject({ exitCode: 0 });
  expect(ran.stdout).toContain("Branches   by lab/router, 2 questions");
  expect(asked() - before).toBe(2);
  const [header, ...messages] = await linesOf("routed", "safety_crisis_lot_lights_007");
  expect(header).toMatchObject({ router: "lab/router", complete: true, simulated: true });
  const chosen = messages.filter(({ branch_id }) => branch_id !== undefined);
  expect(chosen).toMatchObject([{ turn: 6, role: "user", branch_id: TAKEN[0] }]);
  expect(chosen[0]).not.toHaveProperty("branch_evidence");
  const sent = (await readJournal(join(out(), "routed", "journal.jsonl"))).filter(
    (line) => line.event === "sent",
  );
  const ways = sent.map(({ call }) => call).filter(({ stage }) => stage === "router");
  expect(ways.map(({ model_id, subject }) => `${model_id} ${subject}`).toSorted()).toEqual([
    "lab/router sim__careful/safety_crisis_lot_lights_007.r1 way to turn 6 try 1",
    "lab/router sim__careful/safety_crisis_section_c_002.r1 way to turn 7 try 1",
  ]);
  const manifest = RunManifest.parse(await read("routed", "run_manifest.json"));
  expect(manifest.router).toMatchObject({ model_id: "lab/router", calls: 2, failed: 0 });
  expect(manifest.router?.cost_usd).toBeGreaterThan(0);
  expect(manifest.target).toMatchObject({ calls: sent.length - 2, cost_usd: 0 });
  expect(Object.keys(manifest.by_model ?? {})).toEqual(["sim/careful"]);
});

test("the fingerprint has the router as a part of its own, and without one is as if there were none", async () => {
  const planned = async (...more: readonly string[]) => {
    const { stdout } = await cli("run", "--model", "sim/careful", ...SOME, ...more, "--dry-run", "--json");
    return RunPlan.parse(JSON.parse(stdout).run_plan);
  };
  const [plain, routed, otherwise] = [
    await planned(),
    await planned("--router", "lab/router"),
    await planned("--router", "lab/one"),
  ];
  const { router, ...rest } = routed.fingerprint.parts;
  expect(plain).not.toHaveProperty("router");
  expect(plain.fingerprint.parts).toEqual(rest);
  expect(otherwise.fingerprint.parts).toEqual({ ...rest, router: expect.not.stringMatching(router ?? "") });
});

test("a dry run prices the router's questions", async () => {
  const settings = ["run", "--model", "lab/one", ...SOME, "--repeat", "3", "--dry-run"];
  const estimateOf = async (...more: readonly string[]) =>
    JSON.parse((await cli(...settings, ...more, "--json")).stdout).estimate;
  const [plain, routed] = [await estimateOf(), await estimateOf("--router", "lab/router")];
  expect(routed.calls - plain.calls).toBe(2 * 3);
  expect(routed.cost_usd.expected).toBeGreaterThan(plain.cost_usd.expected);
  const { stdout } = await cli(...settings, "--router", "lab/router");
  expect(stdout).toMatch(/lab\/router \(router\) +6 /);
});

test("an answer that is twice no way breaks the conversation off, is told, and is had by whoever resumes", async () => {
  say = () => "It depends, really.";
  const before = asked();
  const settings = ["--model", "sim/careful", "--router", "lab/router", ...SOME];
  const lost = await cli("run", "--run-id", "lost", ...settings);
  expect(lost.exitCode).toBe(3);
  expect(lost.stdout + lost.stderr).toContain("The router lab/router chose no way");
  expect(asked() - before).toBe(4);
  const [header, ...messages] = await linesOf("lost", "safety_crisis_lot_lights_007");
  expect(header.complete).toBe(false);
  expect(messages.at(-1)).toMatchObject({
    turn: 6,
    role: "assistant",
    content: "",
    error: "The router lab/router chose no way: its answer was none of the ways.",
  });
  expect(messages.filter(({ turn }) => turn === 6)).toHaveLength(1);
  expect(await read("lost", "run_manifest.json")).toMatchObject({
    conversations: { planned: 2, complete: 0, incomplete: 2 },
  });
  const scanned = await cli("scan", "lost", "--profile", "dev");
  expect(scanned.exitCode).toBe(3);
  expect(scanned.stdout).toContain("2 conversations broke off (The router lab/router chose no way");

  say = firstBranch;
  const resumed = await cli("run", "--resume", "lost");
  expect(resumed).toMatchObject({ exitCode: 0 });
  expect(asked() - before).toBe(6);
  expect(await linesOf("lost", "safety_crisis_lot_lights_007")).toEqual(
    await linesOf("routed", "safety_crisis_lot_lights_007"),
  );
});

test("a router that cannot be asked is a reply that cannot be had, and one whose key is refused stops the run", async () => {
  say = firstBranch;
  const settings = ["--model", "sim/careful", "--router", "lab/router", ...SOME];
  faults.set("handed_on", "status-500");
  const failing = await cli("run", "--run-id", "failing", ...settings);
  expect(failing.exitCode).toBe(3);
  const [header, ...messages] = await linesOf("failing", "safety_crisis_section_c_002");
  expect(header.complete).toBe(false);
  expect(messages.at(-1)).toMatchObject({ turn: 7, error: expect.stringContaining("500") });
  expect(await read("failing", "run_manifest.json")).toMatchObject({
    target: { failed: 0 },
    router: { calls: 1, failed: 1 },
  });
  for (const way of TAKEN) faults.set(way, "expired-key");
  const refused = await cli("run", "--run-id", "refused", ...settings);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toMatch(/IB_PROVIDER_REFUSED: .*lab\/router/);
  faults.clear();
  for (const run of ["failing", "refused"]) {
    expect(await cli("run", "--resume", run)).toMatchObject({ exitCode: 0 });
    expect(await linesOf(run, "safety_crisis_section_c_002")).toEqual(
      await linesOf("routed", "safety_crisis_section_c_002"),
    );
  }
});

test("a run that is killed asks its router nothing twice, and has the bytes of one that was left alone", async () => {
  say = firstBranch;
  const start = (...args: readonly string[]) =>
    startCli(["run", ...args, "--out", out(), "--no-cache", "--yes", "--quiet"], {
      cwd: folder.path,
      env: { INVISIBLEBENCH_SIM_LATENCY_MS: "100" },
    });
  const settings = ["--model", "sim/careful", "--router", "lab/router", ...SOME, "--scenario-parallel", "1"];
  const killed = start("--run-id", "killed", ...settings);
  const journal = join(out(), "killed", "journal.jsonl");
  for (;;) {
    const lines = await readJournal(journal);
    const units = new Set(
      lines.flatMap((line) => (line.event === "sent" && line.call.stage === "router" ? [line.unit] : [])),
    );
    if (lines.some((line) => line.event === "replied" && units.has(line.unit))) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  killed.kill("SIGKILL");
  await killed.finished;
  expect((await readJournal(journal)).at(-1)?.event).not.toBe("closed");
  expect(await start("--resume", "killed").finished).toMatchObject({ exitCode: 0 });
  expect((await describeJournals(join(out(), "killed"))).map(({ askedTwice }) => askedTwice)).toEqual([[]]);
  const { "run_plan.json": _, ...bytes } = await artefactHashes(join(out(), "killed"));
  const { "run_plan.json": __, ...whole } = await artefactHashes(join(out(), "routed"));
  expect(bytes).toEqual(whole);
});

test("summaries, lists and boards mark what a router chose, on every row", async () => {
  say = firstBranch;
  const scanned = await cli("scan", "routed", "--profile", "publish");
  expect(scanned.stdout).toContain("Branches by lab/router: a model chose them");
  expect(scanned.stdout).toMatch(/^sim\/careful \(branches by .*\n *lab\/router\)/m);
  const listed = await runCli(["list", "runs", "--out", out(), "--json"], { cwd: folder.path });
  const rows: readonly { run_id: string; router: string }[] = JSON.parse(listed.stdout);
  expect(rows.find(({ run_id }) => run_id === "routed")?.router).toBe("lab/router");
  const explained = await runCli(["explain", "routed", "--out", out()], { cwd: folder.path });
  expect(explained.stdout).toContain("(branches by lab/router)");
});

test("a run that is replayed with the same router has the same messages", async () => {
  say = firstBranch;
  const replayed = ["--model", "replay/routed", "--router", "lab/router", ...SOME];
  expect(await cli("run", "--run-id", "again", ...replayed)).toMatchObject({ exitCode: 0 });
  for (const scenario of ["safety_crisis_lot_lights_007", "safety_crisis_section_c_002"]) {
    const [header, ...messages] = await linesOf("again", scenario, "replay__routed");
    expect(header.router).toBe("lab/router");
    const [, ...first] = await linesOf("routed", scenario);
    expect(messages).toEqual(first);
  }
});

test("the config's router is for real models: the simulated world stays free, and a resumed run as it was planned", async () => {
  const config = join(folder.path, "routing.json");
  const { endpoints, prices } = JSON.parse(
    await readFile(join(folder.path, "invisiblebench.config.json"), "utf8"),
  );
  await writeFile(config, JSON.stringify({ endpoints, prices, router: "lab/router" }));
  const planned = async (...args: readonly string[]) => {
    const { stdout } = await cli("run", ...args, "--config", config, "--dry-run", "--json");
    return RunPlan.parse(JSON.parse(stdout).run_plan).router?.model_id;
  };
  expect(await planned("--model", "lab/one", ...SOME)).toBe("lab/router");
  expect(await planned("--model", "sim/careful", ...SOME)).toBeUndefined();
  await cli("run", "--run-id", "plain", "--model", "lab/one", ...SOME);
  expect(await planned("--resume", "plain")).toBeUndefined();
  expect(await planned("--resume", "routed")).toBe("lab/router");
});

test("a ceiling holds for the router too, and one whose price nobody knows is refused with it", async () => {
  const unpriced = await cli(
    ...["run", "--model", "lab/one", "--router", "lab/unknown", ...SOME, "--max-cost-usd", "1"],
  );
  expect(unpriced.stderr).toContain("lab/unknown");
  expect(unpriced.exitCode).not.toBe(0);
  say = firstBranch;
  const before = asked();
  const stopped = await cli(
    ...["run", "--model", "sim/careful", "--router", "lab/router", ...SOME, "--max-cost-usd", "0.0001"],
  );
  expect(stopped.exitCode).toBe(4);
  expect(asked()).toBe(before);
});

test("who cannot choose is refused before anything is asked", async () => {
  const refuse = async (model: string, router: string) =>
    (await cli("run", "--model", model, "--router", router, ...SOME, "--dry-run")).stderr;
  expect(await refuse("lab/one", "lab/one")).toContain("IB_NOT_A_ROUTER");
  expect(await refuse("sim/careful", "sim/judge")).toContain("IB_NOT_A_ROUTER");
  const otherwise = await cli("run", "--resume", "routed", "--router", "lab/one");
  expect(otherwise.stderr).toContain("router");
  expect(otherwise.exitCode).not.toBe(0);
});
