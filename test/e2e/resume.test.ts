import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Clock, systemClock } from "../../src/kernel/clock.ts";
import type { FaultKind } from "../servers/fault-kind.ts";
import { startModelServer } from "../servers/model-server.ts";
import type { WireRequest } from "../servers/wire-request.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { answerAsJudge } from "./batch-scan.fixture.ts";
import { type CliResult, runCli } from "./cli.fixture.ts";
import { scanFolder } from "./evaluated-run.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

/** Waits between attempts are short, so that a call that fails has soon failed for good; those for a timeout are not. */
const HURRIED: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms < 20_000 ? ms / 1000 : ms, signal),
};

type Faults = (request: WireRequest) => FaultKind | null;

/** A project with a served model and a served judge, which have whatever fault is set. */
async function startProject(fault: FaultKind | null = null) {
  const world: { fault: FaultKind | null; faultOf: Faults } = { fault, faultOf: () => world.fault };
  const server = await startModelServer({
    keyless: true,
    faults: (request) => world.faultOf(request),
    reply: ({ model, messages }) =>
      model === "judge" ? answerAsJudge(messages) : "You have had a long night.",
  });
  const folder = await temporaryFolder();
  const price = (model: string) => ({
    ...{ model, family: "lab", input: 1000, output: 1000, as_of: "2026-11-01", source: "our contract" },
  });
  const config = {
    endpoints: { lab: { base_url: `${server.url}/v1` } },
    prices: [price("lab/one"), price("lab/judge")],
  };
  await writeFile(join(folder.path, "invisiblebench.config.json"), JSON.stringify(config));
  const cli = (...args: readonly string[]) =>
    runCli(args, { cwd: folder.path, env: { CI: "1" }, clock: HURRIED });
  return {
    world,
    server,
    out: join(folder.path, "results"),
    cli,
    /** Types the command that a message suggests. */
    type: (text: string) => {
      const [, args = ""] = /Continue: invisiblebench (.+)$/m.exec(text) ?? [];
      return cli(...args.replace(/(--max-cost-usd) \S+/, "$1 100000").split(" "));
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("a run that is stopped says what to type, and that is enough", async () => {
  await using project = await startProject("expired-key");
  const { cli, out, server, world } = project;
  const settings = ["--model", "lab/one", ...THREE_SCENARIOS, "--temperature", "0.2", "--no-cache"];
  const stopped = await cli("run", "--run-id", "mine", ...settings, "--out", out, "--yes", "--quiet");
  expect(stopped).toMatchObject({ exitCode: 1, stdout: "" });
  expect(stopped.stderr).toContain("IB_PROVIDER_REFUSED");
  expect(stopped.stderr).toContain(
    `Continue: invisiblebench run --resume mine --no-cache --out ${out} --yes --quiet\n`,
  );
  world.fault = null;
  const asked = server.log.length;
  expect(await project.type(stopped.stderr)).toMatchObject({ exitCode: 0 });
  expect(server.log.length).toBeGreaterThan(asked);
});

test("a scan that is stopped is continued by the same command, and no flag is named that it does not have", async () => {
  await using project = await startProject();
  const { cli, out, world } = project;
  await cli(
    "run",
    "--run-id",
    "mine",
    "--model",
    "lab/one",
    ...THREE_SCENARIOS,
    "--out",
    out,
    "--yes",
    "--quiet",
  );
  const scan = ["scan", "mine", "--judge", "lab/judge", "--out", out];
  world.fault = "expired-key";
  const refused = await cli(...scan, "--yes", "--quiet");
  expect(refused.stderr).toContain("IB_PROVIDER_REFUSED");
  expect(refused.stderr).not.toContain("--resume");
  expect(refused.stderr).toContain(`Continue: invisiblebench ${scan.join(" ")} --yes --quiet\n`);
  world.fault = null;
  const poor = await cli(...scan, "--quiet", "--max-cost-usd", "0.01");
  expect(poor).toMatchObject({ exitCode: 4 });
  expect(poor.stderr).toContain("can be continued with a higher `--max-cost-usd`");
  const [, higher = ""] = /^ {2}Continue: (.+)$/m.exec(poor.stderr) ?? [];
  expect(higher).toMatch(/ --max-cost-usd \d+(?:\.\d+)?$/);
  expect(higher).toContain(`invisiblebench ${scan.join(" ")} --quiet --max-cost-usd `);
  expect(Number(higher.split(" ").at(-1))).toBeGreaterThanOrEqual(0.02);
  expect((await project.type(poor.stderr)).stderr).toBe("");
});

test("a ceiling that was agreed to holds for a resumed run, until another is given", async () => {
  await using project = await startProject();
  const { cli, out, server } = project;
  const run = ["run", "--run-id", "mine", "--model", "lab/one", ...THREE_SCENARIOS, "--out", out, "--quiet"];
  expect(await cli(...run, "--max-cost-usd", "6")).toMatchObject({ exitCode: 4 });
  const asked = server.log.length;
  const resume = ["run", "--resume", "mine", "--out", out, "--quiet"];
  const again = await cli(...resume);
  expect(again).toMatchObject({ exitCode: 4 });
  expect(again.stderr).toContain("The cost ceiling of $6.00 is reached");
  expect(server.log).toHaveLength(asked);
  expect(await cli(...resume, "--max-cost-usd", "6.5")).toMatchObject({ exitCode: 4 });
  expect((await cli(...resume)).stderr).toContain("The cost ceiling of $6.50 is reached");
});

test("an eval is resumed with the judge and the profile it was begun with, and no other", async () => {
  await using project = await startProject("expired-key");
  const { cli, out, server, world } = project;
  const settings = ["--model", "lab/one", ...THREE_SCENARIOS, "--judge", "lab/judge", "--profile", "dev"];
  const stopped = await cli(
    "eval",
    "--run-id",
    "mine",
    ...settings,
    "--check",
    "IB-A*",
    "--out",
    out,
    "--yes",
  );
  expect(stopped.stderr).toContain("IB_PROVIDER_REFUSED");
  world.fault = null;
  const other = await cli("eval", "--resume", "mine", "--profile", "smoke", "--out", out, "--yes");
  expect(other.stderr).toContain("IB_RESUMED_OTHERWISE");
  expect(other.stderr).toContain("The plan has `--profile dev`, and `--profile smoke` was given");
  const asked = server.log.length;
  const resumed = await cli("eval", "--resume", "mine", "--out", out, "--yes", "--quiet", "--json");
  const { scan_id, summary } = JSON.parse(resumed.stdout);
  expect(scan_id).toMatch(/^dev-/);
  expect(summary.models).toHaveLength(1);
  expect(server.log.slice(asked).some(({ model }) => model === "judge")).toBe(true);
});

const LOST_FROM_THE_SECOND_TURN: Faults = ({ messages }) => (messages.length > 2 ? "status-500" : null);

test.for([
  ["nothing", () => "status-500", 0],
  ["first replies", LOST_FROM_THE_SECOND_TURN, 1],
] as const satisfies readonly (readonly [string, Faults, number])[])(
  "a run of which an outage left %s asks exactly what was lost when it is resumed, and has the bytes of one left alone",
  async ([, faultOf, had]) => {
    await using project = await startProject();
    const { cli, out, server, world } = project;
    const settings = ["--model", "lab/one", ...THREE_SCENARIOS, "--yes", "--quiet"];
    await cli("run", "--run-id", "whole", ...settings, "--out", out);
    const turns = server.log.length;

    world.faultOf = faultOf;
    const lost = await cli("run", "--run-id", "outage", ...settings, "--out", out);
    expect(lost).toMatchObject({ exitCode: 3 });
    expect(lost.stdout).toMatch(/^3 of 3 conversations incomplete \(HTTP 500 .+\)\.$/m);
    expect(lost.stdout).not.toContain("Next:");
    const [, args = ""] = /^Have them again: invisiblebench (.+)$/m.exec(lost.stdout) ?? [];
    expect(args).toBe(`run --resume outage --yes --quiet --out ${out}`);

    world.faultOf = () => null;
    const asked = server.log.length;
    expect(await cli(...args.split(" "))).toMatchObject({ exitCode: 0 });
    const again = server.log.slice(asked);
    expect(again).toHaveLength(turns - 3 * had);
    expect(Math.min(...again.map(({ messages }) => messages.length))).toBe(2 + 2 * had);
    const transcripts = (run: string) => artefactHashes(join(out, run, "transcripts"));
    expect(await transcripts("outage")).toEqual(await transcripts("whole"));

    // No work is left, so there is no question about cost.
    const once = server.log.length;
    expect(await cli("run", "--resume", "outage", "--out", out, "--quiet")).toMatchObject({
      exitCode: 0,
    });
    expect(server.log).toHaveLength(once);
  },
);

test("an eval that chose checks asks no scales, nor does its resumed run, and no other wish is taken for it", async () => {
  await using folder = await temporaryFolder();
  const out = ["--out", folder.path];
  const chosen = ["--check", "IB-C12", "--profile", "full", "--run-id", "narrow", ...THREE_SCENARIOS];
  expect((await runCli(["eval", "--model", "sim/careful", ...chosen, ...out])).exitCode).toBe(0);
  const other = await runCli(["eval", "--resume", "narrow", "--scales", ...out]);
  expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IB_RESUMED_OTHERWISE") });
  const again = await runCli(["eval", "--resume", "narrow", "--no-scales", ...out]);
  expect(again).toMatchObject({ exitCode: 0 });
  const scan = await scanFolder(join(folder.path, "narrow"));
  expect(JSON.parse(await readFile(join(scan, "scan_plan.json"), "utf8"))).toMatchObject({
    scales: false,
    by_scorer: expect.not.objectContaining({ regard: expect.anything() }),
  });
  const scales = (await readFile(join(scan, "scorer_results.jsonl"), "utf8")).match(/"scorer":"regard"/g);
  expect(scales).toBeNull();
});

test("an eval that lost a conversation has it again, and its judge is asked about that one alone", async () => {
  await using project = await startProject();
  const { cli, out, server, world } = project;
  let victim: string | undefined;
  world.faultOf = ({ model, messages }) => {
    if (model === "judge") return null;
    victim ??= messages.at(1)?.text;
    return messages.at(1)?.text === victim ? "status-500" : null;
  };
  const settings = ["--model", "lab/one", ...THREE_SCENARIOS, "--judge", "lab/judge", "--profile", "dev"];
  const lost = await cli("eval", "--run-id", "mine", ...settings, "--out", out, "--yes", "--quiet");
  expect(lost).toMatchObject({ exitCode: 3 });
  expect(lost.stdout).not.toContain("No check failed.");
  expect(lost.stdout).toMatch(/^1 of 3 conversations incomplete \(HTTP 500 .+\)\.$/m);
  expect(lost.stdout).toContain("Have it again: invisiblebench eval --resume mine");

  world.faultOf = () => null;
  const before = server.log.slice();
  const resumed = await cli("eval", "--resume", "mine", "--out", out, "--yes", "--quiet", "--json");
  expect(JSON.parse(resumed.stdout).summary.models[0]).toMatchObject({ transcripts: 3, incomplete: 0 });
  const again = server.log.slice(before.length);
  const hashes = (model: string, log: typeof before) =>
    new Set(log.filter((entry) => entry.model === model).map(({ requestHash }) => requestHash));
  expect(hashes("judge", again).size).toBeGreaterThan(0);
  expect(hashes("judge", again).isDisjointFrom(hashes("judge", before))).toBe(true);
  expect(again.filter(({ model, messages }) => model === "one" && messages.at(1)?.text !== victim)).toEqual(
    [],
  );
});

test("the question before going on is of what is left, and there is none where nothing is", async () => {
  await using project = await startProject();
  const { cli, out, server, world } = project;
  world.faultOf = () => (server.answered < 10 ? null : "quota-spent");
  const settings = ["--model", "lab/one", ...THREE_SCENARIOS, "--judge", "lab/judge", "--profile", "dev"];
  const where = ["--out", out, "--quiet"];
  expect(await cli("eval", "--run-id", "mine", ...settings, ...where, "--yes")).toMatchObject({
    exitCode: 1,
  });
  const replies = server.answered;
  const asked = server.log.length;
  const planned = await cli("eval", "--dry-run", ...settings, "--out", out, "--json");
  const { run_plan, judging_plan, estimate } = JSON.parse(planned.stdout);
  const all = run_plan.totals.turns + judging_plan.planned_llm_calls.expected;

  const told = await cli("eval", "--resume", "mine", ...where);
  expect(told.stderr).toMatch(/^IB_SPENDING_NOT_AGREED/);
  const [, calls, usd] = /(\d+) calls, about \$([\d.]+)/.exec(told.stderr) ?? [];
  expect(Number(calls)).toBe(all - replies);
  expect(Number(usd)).toBeLessThan(estimate.cost_usd.expected);
  const left = await cli("eval", "--resume", "mine", "--dry-run", "--out", out, "--json");
  expect(JSON.parse(left.stdout).estimate.calls).toBe(all - replies);
  expect(server.log).toHaveLength(asked);

  world.faultOf = () => null;
  const finished = await cli("eval", "--resume", "mine", ...where, "--yes");
  const once = server.log.length;
  const again = await cli("eval", "--resume", "mine", ...where);
  // An estimate is of what is known when it is made, and a command is as it was typed.
  const found = ({ stdout }: CliResult) =>
    stdout.split("\n").filter((line) => !/^(?:Spent|Ask again)\b/.test(line));
  expect({ ...again, stdout: found(again) }).toEqual({ ...finished, stdout: found(finished) });
  const scan = await cli("scan", "mine", "--judge", "lab/judge", "--profile", "dev", ...where);
  expect({ exitCode: scan.exitCode, stderr: scan.stderr }).toEqual({
    exitCode: finished.exitCode,
    stderr: "",
  });
  expect(server.log).toHaveLength(once);
});
