import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadBenchConfig } from "./load-bench-config.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "config-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("YAML, JSON and TypeScript say the same thing", async () => {
  const config = { models: ["openai/gpt-5-mini"], max_cost_usd: 2 };
  const texts = {
    yaml: "models: [openai/gpt-5-mini]\nmax_cost_usd: 2\n",
    json: JSON.stringify(config),
    ts: `export default ${JSON.stringify(config)} satisfies object;\n`,
  };
  for (const [extension, text] of Object.entries(texts)) {
    const directory = folderWith({ [`invisiblebench.config.${extension}`]: text });
    expect(await loadBenchConfig(directory)).toEqual({ directory, config });
  }
});

test("a project without a config has an empty one", async () => {
  expect((await loadBenchConfig(folderWith({}))).config).toEqual({});
});

test("a misspelt key is named with its line and the nearest known one", async () => {
  const directory = folderWith({ "invisiblebench.config.yaml": "models: [sim/careful]\nmax_cost_us: 2\n" });
  await expect(loadBenchConfig(directory)).rejects.toThrow(/invisiblebench\.config\.yaml:2:1.*max_cost_usd/s);
});

test.each([".inf", ".nan", "0", "-1", "1e999"])(
  "a ceiling of cost of %s is none, and its place is named",
  async (ceiling) => {
    const directory = folderWith({ "invisiblebench.config.yaml": `max_cost_usd: ${ceiling}\n` });
    await expect(loadBenchConfig(directory)).rejects.toThrow(/config\.yaml:1:15 .*expected a number/);
  },
);

test("two configs are one too many", async () => {
  const directory = folderWith({ "invisiblebench.config.yaml": "{}", "invisiblebench.config.json": "{}" });
  await expect(loadBenchConfig(directory)).rejects.toThrow(/keep one of them/);
});

test("a TypeScript config that throws or exports something else is named", async () => {
  const thrower = folderWith({ "invisiblebench.config.ts": 'throw new Error("no luck");\n' });
  await expect(loadBenchConfig(thrower)).rejects.toThrow(/cannot be loaded: no luck/);
  const other = folderWith({ "invisiblebench.config.ts": "export default { models: 3 };\n" });
  await expect(loadBenchConfig(other)).rejects.toThrow(/no config.*models/s);
});
