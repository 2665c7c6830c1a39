/** An eval with a judge on a local server, as it is without a queue and as it is disturbed over one. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { sha256 } from "../../src/kernel/hash.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli } from "../e2e/cli.fixture.ts";
import { judgeBehindWire } from "../e2e/served-judge.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { startModelServer } from "../servers/model-server.ts";
import { type Chaos, type Survived, surviveChaos } from "./chaos.fixture.ts";

const judge = judgeBehindWire();
const ID = "disturbed";
const NEW = ["--run-id", ID];
const RESUMED = ["--resume", ID];
const QUIET = ["--no-cache", "--quiet", "--yes"];

export interface WholeEval {
  readonly hashes: Readonly<Record<string, string>>;
  readonly units: number;
}

/** A server with an assistant and the simulated judge, and a folder whose config names it. */
async function serveLab(latencyMs: number) {
  const server = await startModelServer({
    keyless: true,
    pricePerCallUsd: { inputUsdPerMillion: 1, outputUsdPerMillion: 4 },
    reply: async (request) => {
      await delay(latencyMs);
      return request.model === "assistant"
        ? `I hear you. ${request.requestHash.slice(0, 8)}`
        : judge(request);
    },
  });
  const folder = await temporaryFolder();
  const price = { family: "lab", input: 1, output: 4, as_of: "2026-11-01", source: "our contract" };
  const prices = ["lab/assistant", "lab/judge"].map((model) => ({ model, ...price }));
  const config = { endpoints: { lab: { base_url: `${server.url}/v1` } }, prices };
  await writeFile(join(folder.path, "invisiblebench.config.json"), JSON.stringify(config));
  const commandOf = (ceilingUsd: number, ...more: readonly string[]) => [
    ...["eval", ...THREE_SCENARIOS, "--model", "lab/assistant", "--judge", "lab/judge", "--profile", "dev"],
    ...[...QUIET, "--out", join(folder.path, "out"), "--max-cost-usd", String(ceilingUsd), ...more],
  ];
  return {
    server,
    path: folder.path,
    out: join(folder.path, "out"),
    directory: join(folder.path, "out", ID),
    commandOf,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/**
 * Files that must be equal. Judging cost and date differ, because lost calls cost money; the summary states them in one
 * line, and the report too.
 */
async function hashesOf(directory: string): Promise<Readonly<Record<string, string>>> {
  const hashes = Object.entries(await artefactHashes(directory));
  const same = hashes.map(async ([path, hash]) => {
    if (!path.endsWith("summary.md")) return [path, path.endsWith("index.html") ? "" : hash] as const;
    const lines = (await readFile(join(directory, path), "utf8")).split("\n");
    const kept = lines.filter((line) => !line.startsWith("Judging:") && !line.startsWith("Profile "));
    return [path, sha256(kept.join("\n"))] as const;
  });
  return Object.fromEntries(await Promise.all(same));
}

/** The files of an undisturbed single process. Its plan contains the cost limit. */
export async function wholeEval(ceilingUsd: number): Promise<WholeEval> {
  await using lab = await serveLab(0);
  const ran = await runCli(lab.commandOf(ceilingUsd, ...NEW), { cwd: lab.path });
  expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
  return { hashes: await hashesOf(lab.directory), units: lab.server.log.length };
}

/** The same over a queue, with kills. The tables must be there. */
export async function surviveEval(cluster: TestCluster, whole: WholeEval, chaos: Chaos): Promise<Survived> {
  await using lab = await serveLab(300);
  const { server, path, out, directory, commandOf } = lab;
  const resumed = ["eval", ...RESUMED, "--queue", ...QUIET, "--out", out, "--max-cost-usd"];
  return await surviveChaos(
    cluster,
    {
      begin: (ceilingUsd) => commandOf(ceilingUsd, "--queue", ...NEW),
      beginAgain: (ceilingUsd) => commandOf(ceilingUsd, "--queue", ...RESUMED),
      resume: (ceilingUsd) => [...resumed, String(ceilingUsd)],
      cwd: path,
      keys: {},
      directory,
      hashesOf,
      whole: whole.hashes,
      units: whole.units,
      // A transcript has many questions, and they are asked at once.
      inFlightAtMost: () => server.maxInFlight,
      answered: async () => server.answered,
      bill: async () => ({ requests: server.log.length, costUsd: server.costUsd }),
    },
    chaos,
  );
}
