import { existsSync } from "node:fs";
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

const ROUTES = [
  ...(["lexicon_only", "regex_with_llm_edge", "hybrid_llm"] as const),
  ...(["llm_primary", "longitudinal_trace", "extract_then_corpus"] as const),
];

test("a pack with one more of everything and a check of each route has no problem, under its own names", async () => {
  const directory = join(await folder(), "Our House");
  await createBench().init(directory, { what: "pack", prefix: "OH9" });
  for (const route of ROUTES) await createBench().init(directory, { what: "check", route });
  await createBench().init(directory, { what: "scenario" });
  const { files } = await createBench().init(directory, { what: "lexicon" });
  expect(files).toEqual(["lexicons/oh9_pet_names_2.yaml"]);
  const { problems, coverage } = await lintCorpus(directory, { base: SHIPPED });
  expect(problems).toEqual([]);
  expect(Object.keys(coverage.scenarios_per_check)).toEqual(
    expect.arrayContaining(["OH9-B1", "OH9-C1", "OH9-C2", "OH9-D1", "OH9-D2", "OH9-F1", "OH9-F2"]),
  );
  expect(Object.keys(coverage.checks_per_scenario)).toHaveLength(3);
});

test("a pack is not called like a shipped one, says what it is called, and takes a scenario without a prefix", async () => {
  const parent = await folder();
  await expect(createBench().init(join(parent, "plain"), { what: "pack" })).rejects.toMatchObject({
    code: "IB_BAD_PACK_NAME",
    message: expect.stringContaining("a shipped pack is called so"),
  });
  expect(await readdir(parent)).toEqual([]);
  const directory = join(parent, "Bad Name");
  const { pack } = await createBench().init(directory, { what: "pack" });
  expect(pack).toEqual({ name: "bad_name", prefix: "BADNAME" });
  const manifest = join(directory, "pack.yaml");
  await writeFile(manifest, (await readFile(manifest, "utf8")).replace(/^prefix: .*$/m, ""));
  const { files } = await createBench().init(directory, { what: "scenario" });
  expect(files).toEqual(["scenarios/empathy/nights/brake_slips_002.json"]);
  await expect(createBench().init(directory, { what: "check" })).rejects.toMatchObject({
    code: "IB_NOT_A_PACK",
  });
});

test("the schema that a file names is there, from where the file lands", async () => {
  const directory = join(await folder(), "acme");
  const { files } = await createBench().init(directory, { what: "pack" });
  const named = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(directory, file), "utf8");
      const [, way = ""] = /\$schema(?:=|": ")([^\s"]+)/.exec(text) ?? [];
      return existsSync(join(directory, file, "..", decodeURI(way)));
    }),
  );
  expect(named).toEqual(files.map(() => true));
});

test("a checkout of this project is told what would be written, and is left alone", async () => {
  const directory = await folder();
  await writeFile(join(directory, "package.json"), '{ "name": "invisiblebench" }');
  await expect(createBench().init(directory)).rejects.toMatchObject({
    code: "IB_IN_CHECKOUT",
    message: expect.stringContaining("invisiblebench.config.yaml"),
  });
  expect(await readdir(directory)).toEqual(["package.json"]);
});

test("a prompt without conditions, a gate of words alone and a tag of sessions that are not there are heard of", async () => {
  const directory = join(await folder(), "acme");
  await createBench().init(directory, { what: "pack" });
  await createBench().init(directory, { what: "check", route: "lexicon_only" });
  const edit = async (file: string, change: (text: string) => string) =>
    writeFile(join(directory, file), change(await readFile(join(directory, file), "utf8")));
  await edit("checks/ACME-C1.yaml", (text) => text.replace("UNCLEAR: the hour", "In doubt: the hour"));
  await edit("checks/ACME-F1.yaml", (text) =>
    text.replace("primary_bucket: F", "primary_bucket: B").replace("severity: S2", "severity: S4_GATE"),
  );
  await edit("scenarios/empathy/nights/brake_slips_001.json", (text) =>
    text.replace('"failure_mode_tags"', '"tags": ["multi_session"],\n  "failure_mode_tags"'),
  );
  const { problems } = await lintCorpus(directory, { base: SHIPPED });
  expect(problems.map(({ file, code, severity }) => [file, code, severity])).toEqual([
    ["checks/ACME-C1.yaml", "no-conditions", "warning"],
    ["checks/ACME-F1.yaml", "gate-by-words", "warning"],
    ["scenarios/empathy/nights/brake_slips_001.json", "one-session", "error"],
  ]);
});
