import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const repository = resolve(import.meta.dirname, "../..");
const config = pathToFileURL(join(repository, ".dependency-cruiser.mjs")).href;
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "layers-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function checkLayers(...flags: readonly string[]): { exitCode: number | null; output: string } {
  const script = join(repository, "scripts/check-layers.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...flags], { encoding: "utf8" });
  return { exitCode: status, output: stdout + stderr };
}

test("the source keeps its layers", () => {
  expect(checkLayers()).toEqual({ exitCode: 0, output: "The layer rules hold, and the check is on.\n" });
});

test("a small tree that keeps its layers passes", () => {
  write("src/schema/plan.ts", "export interface Plan { name: string }\n");
  write(
    "src/verify/verify.ts",
    'import type { Plan } from "../schema/plan.ts";\nexport type Verified = Plan;\n',
  );
  expect(checkLayers("--root", folder).exitCode).toBe(0);
});

test("a stage that imports a type of another stage breaks the check, which says what to do", () => {
  write("src/score/score.ts", "export type Score = number;\n");
  write(
    "src/verify/verify.ts",
    'import type { Score } from "../score/score.ts";\nexport type Verified = Score;\n',
  );
  const { exitCode, output } = checkLayers("--root", folder);
  expect(exitCode).toBe(1);
  expect(output).toBe(
    [
      "stages-meet-only-in-pipeline: src/verify/verify.ts -> src/score/score.ts",
      "    Pass an artefact instead, or move the shared idea to schema/, text/ or kernel/.",
      "",
    ].join("\n"),
  );
});

test("a schema that needs Node, even through the kernel, breaks the check", () => {
  write("src/kernel/hash.ts", 'import { createHash } from "node:crypto";\nexport const hash = createHash;\n');
  write("src/schema/plan.ts", 'import { hash } from "../kernel/hash.ts";\nexport const planHash = hash;\n');
  const { exitCode, output } = checkLayers("--root", folder);
  expect(exitCode).toBe(1);
  expect(output).toContain("schema-runs-in-a-browser: src/schema/plan.ts -> crypto\n");
});

test("a source folder without modules breaks the check", () => {
  mkdirSync(join(folder, "src"));
  expect(checkLayers("--root", folder)).toEqual({
    exitCode: 1,
    output: "The layer check is off: no module of src/ was read.\n",
  });
});

test("a cruiser that cannot read TypeScript, and so finds nothing, is found out", () => {
  // As where @swc/core is not installed or is of a version that the cruiser does not know.
  const withoutParser = write(
    "without-parser.mjs",
    `import { registerHooks } from "node:module";
     registerHooks({
       resolve(specifier, context, next) {
         return next(specifier.startsWith("@swc/core") ? "node:not-installed" : specifier, context);
       },
     });`,
  );
  vi.stubEnv("NODE_OPTIONS", `--import=${pathToFileURL(withoutParser).href}`);
  const { exitCode, output } = checkLayers();
  expect(exitCode).toBe(1);
  expect(output).toContain("The layer check is off: no module of the canary was read.\n");
  expect(output).toContain("The layer check is off: no module of src/ was read.\n");
});

test.each([
  [
    "skips a folder",
    '{ ...rules, options: { ...rules.options, exclude: { path: "^src/score/" } } }',
    "src/score/knows-stage-by-type.ts -> src/harness/run.ts",
  ],
  [
    "has lost a rule",
    '{ ...rules, forbidden: rules.forbidden.filter(({ name }) => name !== "no-cycles") }',
    "no-cycles: src/schema/first-of-cycle.ts -> src/schema/second-of-cycle.ts",
  ],
])("a configuration that %s is found out", (_, broken, missed) => {
  const copy = write(
    "rules.mjs",
    `import rules from ${JSON.stringify(config)};\nexport default ${broken};\n`,
  );
  const { exitCode, output } = checkLayers("--config", copy);
  expect(exitCode).toBe(1);
  expect(output).toContain("The layer check is off: a planted violation was not found: ");
  expect(output).toContain(missed);
});

test("a rule for which no violation is planted is refused", () => {
  const untested = '{ name: "untested", severity: "error", from: { path: "x" }, to: { path: "y" } }';
  const copy = write(
    "rules.mjs",
    `import rules from ${JSON.stringify(config)};\nexport default { ...rules, forbidden: [...rules.forbidden, ${untested}] };\n`,
  );
  const { exitCode, output } = checkLayers("--config", copy);
  expect(exitCode).toBe(1);
  expect(output).toContain("The rule untested has no violation planted");
});
