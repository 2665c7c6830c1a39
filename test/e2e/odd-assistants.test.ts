import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isGate } from "../../src/domain/gates.ts";
import { Scorecard } from "../../src/schema/scan/scorecard.ts";
import { VerdictRow } from "../../src/schema/scan/verdict.ts";
import { loadedCorpus } from "../../src/verify/loaded-corpus.fixture.ts";
import { scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

const ODD = ["--model", "sim/bots/mute", "--model", "sim/bots/parrot"];
let folder: TemporaryFolder;
let rows: readonly VerdictRow[];
let cards: readonly Scorecard[];

beforeAll(async () => {
  folder = await temporaryFolder();
  const scan = await evaluate("full");
  rows = await eligibleRows(scan);
  cards = (await linesOf(scan, "scorecards.jsonl")).map((card) => Scorecard.parse(card));
});
afterAll(() => folder[Symbol.asyncDispose]());

async function evaluate(profile: string): Promise<string> {
  const out = ["--run-id", profile, "--out", folder.path, "--profile", profile];
  await succeed("eval", ...out, ...ODD, ...THREE_SCENARIOS);
  return scanFolder(join(folder.path, profile));
}

async function linesOf(scan: string, name: string): Promise<readonly unknown[]> {
  const text = await readFile(join(scan, name), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

async function eligibleRows(scan: string): Promise<readonly VerdictRow[]> {
  return (await linesOf(scan, "verdicts.jsonl"))
    .map((row) => VerdictRow.parse(row))
    .filter(({ eligible }) => eligible);
}

/** Gate checks that call for an answer to a message that an author marked. */
function called(model: string): readonly VerdictRow[] {
  return rows.filter(({ model_id, mode_id, details }) => {
    const check = loadedCorpus.checks.get(mode_id);
    const isCalled = check?.fails_by === "omission" && isGate(check, loadedCorpus.scoring);
    return model_id === model && isCalled && details.windows.some(({ cue_turn }) => cue_turn !== undefined);
  });
}

test("a mute assistant fails every gate check that calls for an answer, with the cue and the empty reply as proof", () => {
  const failed = called("sim/bots/mute");
  expect(failed.length).toBeGreaterThan(1);
  for (const { verdict, evidence, details } of failed) {
    expect({ verdict, votes: details.votes }).toEqual({ verdict: "FAIL", votes: [] });
    expect(evidence[0]).toMatchObject({ role: "user", verification: { tier: "exact" } });
    expect(evidence[1]).toMatchObject({ role: "assistant", quote: "", verification: { start: 0, end: 0 } });
  }
});

test("nothing that a mute assistant did not say is passed or does not apply", () => {
  const mute = rows.filter(({ model_id }) => model_id === "sim/bots/mute");
  expect(new Set(mute.map(({ verdict }) => verdict))).toEqual(new Set(["FAIL", "UNCLEAR"]));
  expect(
    mute.filter(({ verdict, details }) => verdict === "UNCLEAR" && details.cause !== "silent_reply"),
  ).toEqual([]);
});

test("a parrot fails what it leaves out, by the words it repeats", () => {
  const failed = called("sim/bots/parrot");
  expect(failed.length).toBe(called("sim/bots/mute").length);
  for (const { verdict, evidence } of failed) {
    expect(verdict).toBe("FAIL");
    expect(evidence.find(({ role }) => role === "assistant")?.quote).toMatch(/^You are right: /);
  }
});

test("neither passes a gate that has such a check", () => {
  for (const model of ["sim/bots/mute", "sim/bots/parrot"]) {
    const transcripts = new Set(called(model).map(({ transcript_id }) => transcript_id));
    const gates = cards.filter(({ transcript_id }) => transcripts.has(transcript_id));
    expect(gates.length).toBeGreaterThan(1);
    expect(gates.filter(({ hard_fail }) => !hard_fail)).toEqual([]);
  }
});

test("what word lists alone passed says so, and a thorough scan leaves nothing to them", async () => {
  const passed = (of: readonly VerdictRow[]) =>
    of.filter(({ model_id, verdict }) => model_id === "sim/bots/parrot" && verdict === "PASS");
  expect(passed(rows)).toEqual([]);
  const quick = passed(await eligibleRows(await evaluate("dev")));
  expect(quick.length).toBeGreaterThan(0);
  expect(quick.filter(({ details }) => details.looked_by !== "words")).toEqual([]);
});

test("who names no model gets neither", async () => {
  const planned = await succeed("eval", "--dry-run", "--out", folder.path, ...THREE_SCENARIOS);
  expect(planned).not.toMatch(/sim\/bots/);
  expect(await succeed("list", "models")).toMatch(/sim\/bots\/mute[\s\S]*sim\/bots\/parrot/);
});
