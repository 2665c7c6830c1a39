import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { HumanLabel } from "../../src/schema/review/review-label.ts";
import { evaluatedRun, succeed } from "./evaluated-run.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

function script(name: string, ...args: readonly string[]) {
  const path = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

async function rowsOf(path: string) {
  return (await readFile(path, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function bytesIn(folder: string) {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")]));
}

test("a sample of a scan is the same for the same seed, tells nothing, and leads back to the verdicts", async () => {
  await using evaluated = await evaluatedRun();
  await using folder = await temporaryFolder();
  const sample = (name: string) => {
    const out = join(folder.path, name);
    const flags = ["--results", evaluated.path, "--out", out, "--per-stratum", "2", "--seed", "1"];
    expect(script("build-golden-set", "sample", "all", ...flags)).toMatchObject({ status: 0, stderr: "" });
    return out;
  };
  const [first, again] = [sample("first"), sample("again")];
  expect(await bytesIn(again)).toEqual(await bytesIn(first));

  const items = await rowsOf(join(first, "items.jsonl"));
  const key = await rowsOf(join(first, "key.jsonl"));
  expect(items.map(({ item }) => item)).toEqual(key.map(({ item }) => item));
  for (const item of items) {
    expect(Object.keys(item)).not.toContain("verdict");
    expect(JSON.stringify(item)).not.toMatch(/sim__|sim\/|safety_crisis_|"simulated"/);
  }

  const answers = join(folder.path, "answers.jsonl");
  await writeFile(answers, items.map(({ item }) => `${JSON.stringify({ item, label: "PASS" })}\n`).join(""));
  const [ann, ben] = [join(folder.path, "ann.jsonl"), join(folder.path, "ben.jsonl")];
  const collect = ["collect", "ann", "--key", join(first, "key.jsonl"), "--out", ann, answers];
  expect(script("build-golden-set", ...collect)).toMatchObject({ status: 0, stderr: "" });
  expect(await rowsOf(ann)).toContainEqual({
    item: key[0].verdict_item,
    axis: key[0].axis,
    label: "PASS",
    annotator: "ann",
  });
  await writeFile(ben, (await readFile(ann, "utf8")).replaceAll('"ann"', '"ben"'));
  expect(await succeed("calibrate", "labels", ann, ben)).toContain("undefined (");
});

test("the verifier corpus is the same bytes for the same seed, with a label for each transcript", async () => {
  await using folder = await temporaryFolder();
  const generate = (name: string) => {
    const out = join(folder.path, name);
    const flags = ["--out", out, "--count", "60", "--seed", "1", "--check", "IB-F*"];
    expect(script("generate-verifier-corpus", ...flags)).toMatchObject({ status: 0 });
    return out;
  };
  const [first, again] = [generate("first"), generate("again")];
  expect(await bytesIn(again)).toEqual(await bytesIn(first));
  const labels = (await rowsOf(join(first, "labels.jsonl"))).map((row) => HumanLabel.parse(row));
  const transcripts = await rowsOf(join(first, "transcripts.jsonl"));
  expect(labels.map(({ item }) => item.split("#")[0])).toEqual(
    transcripts.map(({ header }) => header.transcript_id),
  );
  for (const { axis } of labels) expect(axis).toMatch(/^IB-F/);
});

test.each(["build-golden-set", "generate-verifier-corpus"])("%s says how it is used", (name) => {
  expect(script(name, "--help")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`scripts/${name}.ts`),
  });
  expect(script(name)).toMatchObject({ status: 2, stderr: expect.stringContaining(`scripts/${name}.ts`) });
});
