import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const repository = join(import.meta.dirname, "../..");
const DOORS = {
  invisiblebench: join(repository, "src/index.ts"),
  "invisiblebench/schema": join(repository, "src/schema-door.ts"),
  "invisiblebench/errors": join(repository, "src/errors-door.ts"),
};
/** Keeps the output of an example, and runs the example against the source. */
const PRELUDE =
  "export const said: string[] = [];\nconst console = { log: (...words: unknown[]) => void said.push(words.join(' ')) };\n";

const page = await readFile(join(repository, "docs/library.md"), "utf8");
const examples = Array.from(
  page.matchAll(/^```ts( embed)?\n([\s\S]*?)^```$/gm),
  ([, mark, code = ""], index) => ({
    name: `example-${index + 1}`,
    embeds: mark !== undefined,
    code,
  }),
);

let folder = "";
const home = process.cwd();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ib-library-"));
  process.chdir(folder);
});
afterAll(async () => {
  process.chdir(home);
  await rm(folder, { recursive: true });
});

test("there are examples, and the one that embeds a model and a judge is short", () => {
  expect(examples.length).toBeGreaterThan(4);
  const [embedding, ...others] = examples.filter(({ embeds }) => embeds);
  expect(others).toEqual([]);
  expect(embedding?.code.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(30);
});

test("the examples are right by their types", async () => {
  for (const { name, code } of examples) await writeFile(join(folder, `${name}.ts`), code);
  const compilerOptions = {
    noEmit: true,
    typeRoots: [join(repository, "node_modules/@types")],
    paths: Object.fromEntries(Object.entries(DOORS).map(([name, file]) => [name, [file]])),
  };
  const config = { extends: join(repository, "tsconfig.json"), compilerOptions, include: ["*.ts"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  const checked = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(checked.stdout).toBe("");
});

test.each(examples)("$name runs", async ({ name, code }) => {
  const runnable = code.replaceAll(/from "(invisiblebench[^"]*)"/g, (_, door: keyof typeof DOORS) => {
    return `from ${JSON.stringify(pathToFileURL(DOORS[door]).href)}`;
  });
  const file = join(folder, `${name}.run.ts`);
  await writeFile(file, `${PRELUDE}${runnable}`);
  const { said } = await import(pathToFileURL(file).href);
  expect(said.length).toBeGreaterThan(0);
  expect(said.join("\n")).not.toMatch(/undefined|null$/m);
});

test("the judge of the example answers in every form that it is asked for", async () => {
  const { createBench } = await import("../../src/index.ts");
  const code = examples.find(({ embeds }) => embeds)?.code ?? "";
  const results = join(folder, "judged");
  const runnable = code
    .replaceAll(/from "(invisiblebench[^"]*)"/g, (_, door: keyof typeof DOORS) => {
      return `from ${JSON.stringify(pathToFileURL(DOORS[door]).href)}`;
    })
    .replace("createBench()", `createBench({ results: ${JSON.stringify(results)} })`)
    .replace("bench.evaluate({", 'bench.evaluate({ runId: "judged",');
  const file = join(folder, "judged.run.ts");
  await writeFile(file, `${PRELUDE}${runnable}`);
  await import(pathToFileURL(file).href);
  const scan = await createBench({ results }).openScan("judged");
  const votes = [];
  for await (const { details } of scan.verdicts()) votes.push(...details.votes);
  expect(votes.length).toBeGreaterThan(0);
  expect(votes.filter(({ void_cause: cause }) => cause !== undefined)).toEqual([]);
});
