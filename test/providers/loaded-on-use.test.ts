import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const openModelUrl = new URL("../../src/providers/open-model.ts", import.meta.url).href;

/** The provider packages that a process has loaded after it opened these models. */
async function loadedAfterOpening(...modelIds: readonly string[]): Promise<string[]> {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({
      load(url, context, nextLoad) {
        const name = /node_modules\\/((@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
        if (name !== undefined) loaded.add(name);
        return nextLoad(url, context);
      },
    });
    const { openModel } = await import(${JSON.stringify(openModelUrl)});
    const nothing = { scenarios: new Map(), checks: new Map(), lexicons: new Map(), golden: new Map() };
    const providers = { environment: {}, endpoints: {}, prices: () => undefined, limiterFor: () => ({}) };
    providers.clock = { now: () => 0, monotonicMs: () => 0 };
    providers.ledger = null;
    providers.cacheDirectory = null;
    for (const modelId of ${JSON.stringify(modelIds)}) {
      await openModel(modelId, { world: async () => nothing, providers });
    }
    console.log(JSON.stringify([...loaded]));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  return JSON.parse(stdout);
}

test("opening models loads no provider's package and no network: they wait for the first call", async () => {
  const loaded = await loadedAfterOpening("sim/careful", "openai/gpt-4o-mini", "anthropic/claude-haiku-4-5");
  expect(loaded).toContain("zod");
  expect(loaded.filter((name) => name === "ai" || name === "undici" || name.startsWith("@ai-sdk/"))).toEqual(
    [],
  );
});
