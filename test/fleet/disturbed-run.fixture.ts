/** A run of one priced model on a local server, as it is without a queue and as it is disturbed over one. */
import { join } from "node:path";
import { expect } from "vitest";
import type { TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli } from "../e2e/cli.fixture.ts";
import { commandLine, serve } from "../e2e/faulty-providers.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";
import { type Chaos, CONCURRENCY, type Survived, surviveChaos } from "./chaos.fixture.ts";

const MODELS = ["openai/gpt-5-mini"];
/** The model's price, so that the server's bill is the true one. */
const PRICE = { inputUsdPerMillion: 0.25, outputUsdPerMillion: 2 };
const ID = "disturbed";

export interface WholeRun {
  readonly hashes: Readonly<Record<string, string>>;
  readonly units: number;
  readonly repeats: number;
  readonly costUsd: number;
}

const commandOf = (out: string, repeats: number, ceilingUsd: number, ...more: readonly string[]) =>
  commandLine(out, { models: MODELS, ceilingUsd }, [
    ...THREE_SCENARIOS,
    ...["--repeat", String(repeats)],
    ...more,
  ]);
const NEW = ["--run-id", ID];
const RESUMED = ["--resume", ID];

/** The files of an undisturbed single process. Its plan contains the cost limit. */
export async function wholeRun(repeats: number, ceilingUsd: number): Promise<WholeRun> {
  await using server = await serve({ pricePerCallUsd: PRICE });
  await using folder = await temporaryFolder();
  const ran = await runCli(commandOf(folder.path, repeats, ceilingUsd, ...NEW), { env: server.env });
  expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
  const hashes = await artefactHashes(join(folder.path, ID));
  const { costUsd } = await server.readCounts();
  return { hashes, units: (await server.readLog()).length, repeats, costUsd };
}

/** The same over a queue, with kills. The tables must be there. */
export async function surviveRun(cluster: TestCluster, whole: WholeRun, chaos: Chaos): Promise<Survived> {
  await using server = await serve({ latencyMs: { medianMs: 300, sigma: 0.5 }, pricePerCallUsd: PRICE });
  await using folder = await temporaryFolder();
  const resumed = ["run", ...RESUMED, "--queue", "--quiet", "--out", folder.path, "--max-cost-usd"];
  return await surviveChaos(
    cluster,
    {
      begin: (ceilingUsd) => commandOf(folder.path, whole.repeats, ceilingUsd, "--queue", ...NEW),
      beginAgain: (ceilingUsd) => commandOf(folder.path, whole.repeats, ceilingUsd, "--queue", ...RESUMED),
      resume: (ceilingUsd) => [...resumed, String(ceilingUsd)],
      keys: server.env,
      directory: join(folder.path, ID),
      hashesOf: artefactHashes,
      whole: whole.hashes,
      units: whole.units,
      // A conversation asks one thing at a time.
      inFlightAtMost: () => CONCURRENCY,
      answered: async () => (await server.readCounts()).answered,
      bill: async () => ({
        requests: (await server.readLog()).length,
        costUsd: (await server.readCounts()).costUsd,
      }),
    },
    chaos,
  );
}
