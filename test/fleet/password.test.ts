import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/fleet/database.ts";
import { describeOnPostgres, startTestCluster, type TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { type CliResult, runCli, spawnCli, startCli } from "../e2e/cli.fixture.ts";
import { commandLine, serve } from "../e2e/faulty-providers.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "../e2e/three-scenarios.fixture.ts";

/** The searched part; the rest of the password is encoded differently in an address. */
const SECRET = "Zq9xhunter2";
const PASSWORD = `${SECRET}@a b/c`;

describeOnPostgres("the password of a queue's database", () => {
  let cluster: TestCluster;
  let keeper: Database;
  let queue: { readonly INVISIBLEBENCH_QUEUE_URL: string };
  beforeAll(async () => {
    cluster = await startTestCluster();
    keeper = await cluster.open();
    queue = { INVISIBLEBENCH_QUEUE_URL: await cluster.addRole("secretive", PASSWORD) };
    expect(queue.INVISIBLEBENCH_QUEUE_URL).toContain(SECRET);
  });
  afterAll(async () => {
    await keeper?.close();
    await cluster?.remove();
  });

  /** Returns the output after checking that it does not contain the secret. */
  const printed = ({ exitCode, stdout, stderr }: CliResult) => {
    expect(stdout + stderr).not.toContain(SECRET);
    return { exitCode, stdout, stderr };
  };
  const allFiles = async (folder: string) => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")));
  };
  /** The command lines of all processes, as `ps` shows them. */
  const processList = async () => {
    const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
    const lines = ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => ""));
    return (await Promise.all(lines)).join("\n");
  };
  const allRows = async () => {
    const tables = await keeper.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('ib', 'pgboss')`,
    );
    const texts = tables.map(async ({ name }) =>
      keeper.query(`select t::text as row from ${name} t union all select query from pg_stat_activity`),
    );
    return JSON.stringify(await Promise.all(texts));
  };

  test("is in no file, no output, no row and no list of processes while it is used", async () => {
    await using server = await serve({ latencyMs: 250 });
    await using folder = await temporaryFolder();
    const options = { cwd: folder.path, env: { ...server.env, ...queue } };
    expect(printed(await runCli(["queue", "migrate"], options))).toMatchObject({ exitCode: 0 });
    const args = commandLine(folder.path, { models: ["openai/gpt-5-mini"], ceilingUsd: 5 }, [
      ...THREE_SCENARIOS,
      ...["--queue", "--run-id", "r"],
    ]);
    const worker = startCli(["worker", "--concurrency", "3"], options);
    const running = startCli(args, options);
    while ((await server.readLog()).length < 4) await delay(20);
    const rows = await allRows();
    expect(rows).toContain("gpt-5-mini");
    expect(rows).not.toContain(SECRET);
    const processes = await processList();
    if (processes !== "") expect(processes).toContain("--queue\0--run-id");
    expect(processes).not.toContain(SECRET);
    const status = printed(await runCli(["queue", "status", "--json"], options));
    expect(JSON.parse(status.stdout).runs).toHaveLength(1);

    await cluster.kill();
    await delay(500);
    const away = printed(await runCli(["queue", "status"], options));
    expect(away).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("IB_QUEUE_UNREACHABLE") });
    await cluster.start();
    const ran = printed(await running.finished);
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("is away") });
    worker.kill("SIGTERM");
    expect(printed(await worker.finished)).toMatchObject({ exitCode: 0 });
    const files = await allFiles(folder.path);
    expect(files.length).toBeGreaterThan(4);
    for (const text of files) expect(text).not.toContain(SECRET);
  });

  const commands = [
    ["queue", "migrate"],
    ["queue", "status", "--json"],
    ["worker", "--once", "--json"],
    ["run", "--queue", "--model", "openai/gpt-5-mini", "--max-cost-usd", "1", "--quiet"],
  ];
  test("is not in what is said of a wrong one, of nobody there, and of an address that is none", async () => {
    const wrong = queue.INVISIBLEBENCH_QUEUE_URL.replace(SECRET, `${SECRET}wrong`);
    const addresses = [
      [wrong, "IB_QUEUE_REFUSED"],
      [`postgresql://ib:${SECRET}@127.0.0.1:9/ib`, "IB_QUEUE_UNREACHABLE"],
      [`postgresql://ib:${SECRET}@db.example/ib`, "IB_BAD_QUEUE_ADDRESS"],
      [`postgresql://ib:${SECRET}@nowhere.invalid/ib?sslmode=verify-full`, "IB_QUEUE_UNREACHABLE"],
      [`ib:${SECRET}@127.0.0.1/ib`, "IB_BAD_QUEUE_ADDRESS"],
    ] as const;
    for (const [INVISIBLEBENCH_QUEUE_URL, code] of addresses) {
      for (const command of commands) {
        await using folder = await temporaryFolder();
        const out = command[0] === "run" ? ["--out", folder.path] : [];
        const said = printed(
          await runCli([...command, ...out], { cwd: folder.path, env: { INVISIBLEBENCH_QUEUE_URL } }),
        );
        expect([command[0], said.stderr]).toEqual([command[0], expect.stringContaining(code)]);
        for (const text of await allFiles(folder.path)) expect(text).not.toContain(SECRET);
      }
    }
  });

  test("is refused where it is typed, and not repeated", async () => {
    const typed = await spawnCli(["worker", "--queue", `postgresql://ib:${SECRET}@127.0.0.1:9/ib`]);
    expect(printed(typed).stderr).toContain("IB_TYPED_PASSWORD");
  });
});
