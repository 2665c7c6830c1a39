import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { lintCorpus } from "../corpus/lint-corpus.ts";
import { DEFAULT_GATE_POLICY, GatePolicy } from "../schema/board/release-gate.ts";
import { BenchConfig } from "../schema/corpus/bench-config.ts";
import { createBench } from "./create-bench.ts";

const SHIPPED = fileURLToPath(new URL("../../benchmark", import.meta.url));

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "ib-init-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test("the pack has no problem, not even a warning, beside the shipped corpus", async () => {
  const directory = await folder();
  await createBench().init(directory);
  expect((await lintCorpus(directory, { base: SHIPPED })).problems).toEqual([]);
});

test("the config is valid as it is written and with every example uncommented", async () => {
  const directory = await folder();
  await createBench().init(directory);
  const text = await readFile(join(directory, "invisiblebench.config.yaml"), "utf8");
  expect(text).toMatch(/^# yaml-language-server: \$schema=\S+\n/);
  expect(BenchConfig.parse(parse(text))).toEqual({ corpus: ".", out: "results" });
  const [, ...lines] = text.split("\n");
  const examples = lines.map((line) => line.replace(/^# ( *[a-z_-]+:(?: .*)?)$/, "$1")).join("\n");
  expect(Object.keys(BenchConfig.parse(parse(examples)))).toEqual(
    expect.arrayContaining(["models", "judge", "endpoints", "http_harness", "max_cost_usd"]),
  );
});

test("the policy is the one that `gate` goes by where none is named", async () => {
  const directory = await folder();
  await createBench().init(directory);
  const text = await readFile(join(directory, "gate-policy.yaml"), "utf8");
  expect(GatePolicy.parse(parse(text))).toEqual(DEFAULT_GATE_POLICY);
});

test("a file that is there is named and left alone, and nothing else is written", async () => {
  const directory = await folder();
  const path = join(directory, "invisiblebench.config.yaml");
  await writeFile(path, "mine");
  const attempt = createBench().init(directory);
  await expect(attempt).rejects.toMatchObject({
    code: "IB_FILE_EXISTS",
    message: expect.stringContaining(path),
  });
  expect(await readdir(directory)).toEqual(["invisiblebench.config.yaml"]);
  expect(await readFile(path, "utf8")).toBe("mine");
});
