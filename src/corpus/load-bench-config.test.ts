import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadBenchConfig } from "./load-bench-config.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "config-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const found = (directory: string) => loadBenchConfig({ directory, isCodeAllowed: false });
const named = (file: string) => loadBenchConfig({ file, isCodeAllowed: false });

test("YAML, JSON and TypeScript say the same thing", async () => {
  const config = { models: ["openai/gpt-5-mini"], max_cost_usd: 2 };
  const texts = {
    yaml: "models: [openai/gpt-5-mini]\nmax_cost_usd: 2\n",
    json: JSON.stringify(config),
    ts: `export default ${JSON.stringify(config)} satisfies object;\n`,
  };
  for (const [extension, text] of Object.entries(texts)) {
    const directory = folderWith({ [`invisiblebench.config.${extension}`]: text });
    const file = join(directory, `invisiblebench.config.${extension}`);
    expect(await named(file)).toEqual({ directory, file, config, isVouchedFor: true });
  }
});

test("a config that is found is read, and nobody answers for it", async () => {
  const directory = folderWith({ "invisiblebench.config.yaml": "max_cost_usd: 2\n" });
  const file = "invisiblebench.config.yaml";
  expect(await found(directory)).toEqual({
    directory,
    file,
    config: { max_cost_usd: 2 },
    isVouchedFor: false,
  });
});

test("a file that is named stands instead of the folder's, under any name", async () => {
  const other = join(folderWith({ "nightly.yaml": "max_cost_usd: 9\n" }), "nightly.yaml");
  const directory = folderWith({ "invisiblebench.config.ts": "export default {};\n" });
  const { config } = await loadBenchConfig({ directory, file: other, isCodeAllowed: false });
  expect(config).toEqual({ max_cost_usd: 9 });
  await expect(named(join(directory, "nightly.yaml"))).rejects.toThrow(
    /There is no config file .*nightly\.yaml/,
  );
});

test("code that is found does not run, unless it is allowed to or its file is named", async () => {
  const trace = "./it-ran";
  const text = `import { writeFileSync } from "node:fs";
writeFileSync(new URL("${trace}", import.meta.url), "");
export default { max_cost_usd: 3 };
`;
  const directory = folderWith({ "invisiblebench.config.ts": text });
  await expect(found(directory)).rejects.toThrow(/invisiblebench\.config\.ts holds code, which was not run/);
  expect(existsSync(join(directory, trace))).toBe(false);
  expect(await loadBenchConfig({ directory, isCodeAllowed: true })).toMatchObject({
    config: { max_cost_usd: 3 },
    isVouchedFor: true,
  });
  expect(existsSync(join(directory, trace))).toBe(true);
});

test("a project without a config has an empty one", async () => {
  expect((await found(folderWith({}))).config).toEqual({});
});

test("a misspelt key is named with its line and the nearest known one", async () => {
  const directory = folderWith({ "invisiblebench.config.yaml": "models: [sim/careful]\nmax_cost_us: 2\n" });
  await expect(found(directory)).rejects.toThrow(/invisiblebench\.config\.yaml:2:1.*max_cost_usd/s);
});

test.each([".inf", ".nan", "0", "-1", "1e999"])(
  "a ceiling of cost of %s is none, and its place is named",
  async (ceiling) => {
    const directory = folderWith({ "invisiblebench.config.yaml": `max_cost_usd: ${ceiling}\n` });
    await expect(found(directory)).rejects.toThrow(/config\.yaml:1:15 .*expected a number/);
  },
);

test("two configs are one too many", async () => {
  const directory = folderWith({ "invisiblebench.config.yaml": "{}", "invisiblebench.config.json": "{}" });
  await expect(found(directory)).rejects.toThrow(/keep one of them/);
});

test("a TypeScript config that throws or exports something else is named", async () => {
  const thrower = folderWith({ "invisiblebench.config.ts": 'throw new Error("no luck");\n' });
  await expect(named(join(thrower, "invisiblebench.config.ts"))).rejects.toThrow(/cannot be loaded: no luck/);
  const other = folderWith({ "invisiblebench.config.ts": "export default { models: 3 };\n" });
  await expect(named(join(other, "invisiblebench.config.ts"))).rejects.toThrow(/no config.*models/s);
});
