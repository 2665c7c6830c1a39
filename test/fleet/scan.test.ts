import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestCluster, type TestCluster, whyNoPostgres } from "../../src/fleet/postgres.fixture.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { corpus } from "../../src/providers/sim/shipped-world.fixture.ts";
import { createSimJudge, JUDGE_PROFILES } from "../../src/providers/sim/sim-judge.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli, type StartedCli, startCli } from "../e2e/cli.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { type ModelServer, startModelServer } from "../servers/model-server.ts";
import type { WireRequest } from "../servers/wire-request.ts";

const never = new AbortController().signal;
const CONCURRENCY = 3;
const WORKER = ["worker", "--concurrency", String(CONCURRENCY), "--drain-seconds", "20"];
const EVAL = [
  "eval",
  ...THREE_SCENARIOS,
  "--model",
  "lab/assistant",
  "--judge",
  "lab/judge",
  "--profile",
  "dev",
];
const QUIET = ["--no-cache", "--quiet", "--max-cost-usd", "5"];

describe.skipIf(whyNoPostgres !== undefined)(
  `scans over a queue${whyNoPostgres === undefined ? "" : `: ${whyNoPostgres}`}`,
  () => {
    let cluster: TestCluster;
    let server: ModelServer;
    let project: Awaited<ReturnType<typeof temporaryFolder>>;
    let env: { readonly INVISIBLEBENCH_QUEUE_URL: string };
    let workers: readonly StartedCli[] = [];
    /** What one process makes of it, and with how many calls. */
    let whole: Readonly<Record<string, string>>;
    let units: number;
    const latencyMs = 0;
    let taken = 0;

    /** Calls since it was last asked. */
    const takeLog = () => {
      const since = server.log.slice(taken);
      taken = server.log.length;
      return since;
    };
    const folderOf = (name: string) => join(project.path, name);
    const at = (out: string) => ["--out", folderOf(out), ...QUIET];
    const here = () => ({ cwd: project.path, env });

    beforeAll(async () => {
      cluster = await startTestCluster();
      env = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
      project = await temporaryFolder();
      server = await startModelServer({
        keyless: true,
        pricePerCallUsd: { inputUsdPerMillion: 1, outputUsdPerMillion: 4 },
        reply: async (request) => {
          await delay(latencyMs);
          return request.model === "assistant"
            ? `I hear you. ${request.requestHash.slice(0, 8)}`
            : judge(request);
        },
      });
      const price = { family: "lab", input: 1, output: 4, as_of: "2026-11-01", source: "our contract" };
      const prices = ["lab/assistant", "lab/judge", "lab/second"].map((model) => ({ model, ...price }));
      const config = { endpoints: { lab: { base_url: `${server.url}/v1` } }, prices };
      await writeFile(join(project.path, "invisiblebench.config.json"), JSON.stringify(config));
      expect(await runCli(["queue", "migrate"], here())).toMatchObject({ exitCode: 0 });
      workers = [startCli(WORKER, here()), startCli(WORKER, here())];
      const ran = await runCli([...EVAL, "--run-id", "r", ...at("alone")], here());
      expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
      whole = await artefactHashes(folderOf("alone/r"));
      units = takeLog().length;
    });
    afterAll(async () => {
      for (const worker of workers) worker.kill("SIGTERM");
      await Promise.all(workers.map(({ finished }) => finished));
      await server?.close();
      await project?.[Symbol.asyncDispose]();
      await cluster?.remove();
    });

    test("an eval by two workers has the bytes of one process, and no call is made twice", async () => {
      const ran = await runCli([...EVAL, "--run-id", "r", "--queue", ...at("shared")], here());
      expect(ran).toMatchObject({ exitCode: 0 });
      expect(await artefactHashes(folderOf("shared/r"))).toEqual(whole);
      expect(takeLog()).toHaveLength(units);
      expect((await runCli(["queue", "status"], here())).stdout).toContain("Nothing is in the queue.");
    });
  },
);

/** The simulated judge behind the wire of a real one. */
async function judge(request: WireRequest): Promise<string> {
  const [profile] = JUDGE_PROFILES;
  if (profile === undefined) throw new Error("there is no simulated judge");
  const model = createSimJudge({ profile, world: corpus, clock: systemClock, latencyMs: 0 });
  const messages = request.messages.map(({ role, text }) => ({
    role: role === "system" ? ("system" as const) : ("user" as const),
    content: text,
  }));
  const { content } = await model.complete(
    {
      messages: messages.slice(0, 3),
      sampling: { temperature: 0, max_tokens: 100, seed: null },
      origin: { stage: "judge", transcript_id: "t", subject: "s", window: 0, repetition: 1, attempt: 1 },
    },
    never,
  );
  return content;
}
