import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const readLogUrl = new URL("../read-log.ts", import.meta.url).href;
const log = join(import.meta.dirname, "../../../../test/fixtures/logs/chat.jsonl");

test("a log that is no Parquet loads no reader of it", async () => {
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
    const { readLog } = await import(${JSON.stringify(readLogUrl)});
    const options = { from: "chat-jsonl", maxBadShare: 0, onBad() {}, signal: new AbortController().signal };
    const read = await Array.fromAsync(readLog([${JSON.stringify(log)}], options));
    console.log(JSON.stringify({ count: read.length, loaded: [...loaded] }));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  const { count, loaded } = JSON.parse(stdout);
  expect(count).toBe(2);
  expect(loaded).toContain("zod");
  expect(loaded).not.toContain("hyparquet");
});
