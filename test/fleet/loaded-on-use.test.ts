import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const room = new URL("../../src/fleet/", import.meta.url).href;

/** Output of a fresh process that records the packages it loads, and cannot find the `missing` ones. */
async function inFreshProcess(script: string, missing: readonly string[] = []): Promise<unknown> {
  const whole = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({
      resolve(specifier, context, next) {
        if (${JSON.stringify(missing)}.includes(specifier)) {
          throw Object.assign(new Error("Cannot find package " + specifier), { code: "ERR_MODULE_NOT_FOUND" });
        }
        return next(specifier, context);
      },
      load(url, context, next) {
        const name = /node_modules\\/((@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
        if (name !== undefined) loaded.add(name);
        return next(url, context);
      },
    });
    const room = ${JSON.stringify(room)};
    ${script}`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", whole]);
  return JSON.parse(stdout);
}

test("the packages of a queue are loaded where one is opened, and not before", async () => {
  const loaded = await inFreshProcess(`
    for (const door of ["pg-boss-queue", "postgres-ledger", "shared-calls", "tables", "worker-presence"])
      await import(room + door + ".ts");
    console.log(JSON.stringify([...loaded]));`);
  expect(loaded).toContain("zod");
  expect(loaded).not.toContain("pg");
  expect(loaded).not.toContain("pg-boss");
});

test("where they are not installed, the error says what to install", async () => {
  const error = await inFreshProcess(
    `
    const { openDatabase } = await import(room + "database.ts");
    const { openPgBossQueue } = await import(room + "pg-boss-queue.ts");
    const url = "postgresql://127.0.0.1:9/ib";
    const ofDriver = await openDatabase({ url, clock: {} }).catch((error) => error);
    const ofQueue = await openPgBossQueue({}).catch((error) => error);
    console.log(JSON.stringify([ofDriver, ofQueue].map(({ code, hint }) => ({ code, hint }))));`,
    ["pg", "pg-boss"],
  );
  expect(error).toEqual([
    { code: "IB_QUEUE_PACKAGE_MISSING", hint: "npm install pg@8.23.0" },
    { code: "IB_QUEUE_PACKAGE_MISSING", hint: "npm install pg-boss@12.35.0" },
  ]);
});

test("the versions that are named are those that are tested", async () => {
  const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
  expect(manifest.peerDependencies).toEqual({ pg: "8.23.0", "pg-boss": "12.35.0" });
  expect(manifest.devDependencies).toMatchObject(manifest.peerDependencies);
  expect(manifest.peerDependenciesMeta).toEqual({ pg: { optional: true }, "pg-boss": { optional: true } });
});
