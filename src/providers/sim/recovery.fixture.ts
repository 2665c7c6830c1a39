import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createBench } from "../../api/create-bench.ts";
import { VerdictRow } from "../../schema/scan/verdict.ts";
import { ASSISTANT_PROFILES } from "../assistant-profiles.ts";
import { simTruth } from "../sim-truth.ts";
import { corpus } from "./shipped-world.fixture.ts";

/** Excludes checks decided by reference facts, which the simulated judge cannot answer in the usual way. */
const isDecidable = (row: VerdictRow) => row.details.route !== "extract_then_corpus";

/**
 * Evaluates all simulated assistants and compares every verdict with the planted truth. Returns the number of planted
 * failures.
 */
export async function expectRecovery(scenarios: readonly string[]): Promise<number> {
  const results = await mkdtemp(join(tmpdir(), "ib-recovery-"));
  onTestFinished(() => rm(results, { recursive: true }));
  const { scan } = await createBench({ results }).evaluate({ scenarios, status: "all", profile: "full" });
  const lines = (await readFile(join(scan?.directory ?? "", "verdicts.jsonl"), "utf8")).trimEnd().split("\n");
  const rows = lines.map((line) => VerdictRow.parse(JSON.parse(line))).filter(isDecidable);
  const keyOf = (row: Pick<VerdictRow, "model_id" | "scenario_id" | "repeat" | "mode_id">) =>
    `${row.model_id} ${row.scenario_id} r${row.repeat} ${row.mode_id}`;

  const truth = simTruth(corpus, {
    profiles: ASSISTANT_PROFILES.map((profile) => profile.name),
    scenarios: [...corpus.scenarios.keys()].filter((id) => scenarios.includes(id)),
    repeats: 1,
    seed: null,
  });
  const planted = new Map(truth.map((row) => [keyOf(row), row]));
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  // No failure is known where none could be planted: a cue may be in the branch taken.
  const wanted = rows.map((row) => ({
    key: keyOf(row),
    verdict: planted.get(keyOf(row))?.planted ?? (row.verdict === "PASS" ? "PASS" : "NOT_APPLICABLE"),
  }));
  expect(rows.map((row) => ({ key: keyOf(row), verdict: row.verdict }))).toEqual(wanted);

  const failures = truth.filter((row) => row.planted === "FAIL" && found.has(keyOf(row)));
  for (const row of failures) {
    // Missing content is also reported at the cue, which may precede the reply.
    const said = found.get(keyOf(row))?.evidence.filter(({ role }) => role === "assistant");
    const turns = said?.map((evidence) => evidence.turn);
    expect({ key: keyOf(row), turns: [...new Set(turns)] }).toEqual({ key: keyOf(row), turns: [row.turn] });
  }
  return failures.length;
}
