import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/fleet/database.ts";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { workerRights } from "../../src/fleet/tables.ts";
import { artefactHashes } from "../e2e/artefact-hashes.fixture.ts";
import { runCli } from "../e2e/cli.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/fleet.md", import.meta.url)), "utf8");
const statements = [...page.matchAll(/```sql\n(.*?)```/gs)].flatMap(([, block = ""]) =>
  block.split(/;\n/).flatMap((text) => {
    const statement = text.replaceAll(/^--.*\n/gm, "").trim();
    return statement === "" ? [] : [statement];
  }),
);
const isQuestion = (statement: string) => statement.startsWith("select");

describeOnPostgres("the SQL of docs/fleet.md", () => {
  let cluster: TestCluster;
  let database: Database;
  beforeAll(async () => {
    cluster = await startTestCluster();
    const env = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
    expect(await runCli(["queue", "migrate"], { env })).toMatchObject({ exitCode: 0 });
    database = await cluster.open();
  });
  afterAll(async () => {
    await database?.close();
    await cluster?.remove();
  });

  test("a worker of the role that it makes does its work, and the run is what it is without a queue", async () => {
    const [create, ...grants] = statements.filter((statement) => !isQuestion(statement));
    expect(create).toBe("create role ib_worker login");
    expect(grants.map((grant) => `${grant};`).join("\n")).toBe(
      workerRights("ib_worker").replaceAll('"ib_worker"', "ib_worker"),
    );
    for (const statement of [create ?? "", ...grants]) await database.query(statement);
    await using folder = await temporaryFolder();
    const run = ["run", "--model", "sim/careful", "--scenario", "safety_crisis_bin_days_001"];
    const common = [...run, "--status", "all", "--no-cache", "--quiet", "--run-id", "alike", "--out"];
    const alone = await runCli([...common, join(folder.path, "alone")]);
    expect(alone).toMatchObject({ exitCode: 0 });
    const running = runCli([...common, join(folder.path, "queued"), "--queue"], {
      env: { INVISIBLEBENCH_QUEUE_URL: cluster.url },
    });
    const env = { INVISIBLEBENCH_QUEUE_URL: cluster.url.replace("user=ib", "user=ib_worker") };
    let had = "";
    while (!had.includes("Had 1 conversation")) had = (await runCli(["worker", "--once"], { env })).stdout;
    expect(await running).toMatchObject({ exitCode: 0 });
    expect(await artefactHashes(join(folder.path, "queued", "alike"))).toEqual(
      await artefactHashes(join(folder.path, "alone", "alike")),
    );
  });

  test("what it asks of the tables can be asked", async () => {
    const questions = statements.filter(isQuestion);
    expect(questions.length).toBeGreaterThanOrEqual(5);
    for (const question of questions) expect(await database.query(question)).toBeInstanceOf(Array);
  });
});
