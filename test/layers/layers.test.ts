import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { ICruiseOptions } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type Cruise,
  cruiseCanary,
  cruiseSource,
  whatIsWrong,
  whatTheCanaryMissed,
} from "../../scripts/layer-check.ts";

const repository = resolve(import.meta.dirname, "../..");
let options: ICruiseOptions;
let canary: Cruise;
let folder = "";

beforeAll(async () => {
  options = await extractDepcruiseOptions(join(repository, ".dependency-cruiser.mjs"));
  canary = await cruiseCanary(options);
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "layers-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function complaints(): Promise<readonly string[]> {
  return whatIsWrong(await cruiseSource(folder, options));
}

/** The canary's cruise without the violations that a broken configuration would not find. */
function without(isMissed: (violation: string) => boolean): Cruise {
  return { ...canary, violations: new Map([...canary.violations].filter(([line]) => !isMissed(line))) };
}

test("the source keeps its layers", () => {
  const script = join(repository, "scripts/check-layers.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  expect({ status, output: stdout + stderr }).toEqual({
    status: 0,
    output: "The layer rules hold, and the check is on.\n",
  });
});

test("a small tree that keeps its layers passes", async () => {
  write("src/schema/plan.ts", "export interface Plan { name: string }\n");
  write(
    "src/verify/verify.ts",
    'import type { Plan } from "../schema/plan.ts";\nexport type Verified = Plan;\n',
  );
  expect(await complaints()).toEqual([]);
});

test("a stage that imports a type of another stage breaks the check, which says what to do", async () => {
  write("src/score/score.ts", "export type Score = number;\n");
  write(
    "src/verify/verify.ts",
    'import type { Score } from "../score/score.ts";\nexport type Verified = Score;\n',
  );
  expect(await complaints()).toEqual([
    [
      "stages-meet-only-in-pipeline: src/verify/verify.ts -> src/score/score.ts",
      "    Pass an artefact instead, or move the shared idea to schema/, text/ or kernel/.",
    ].join("\n"),
  ]);
});

test("a schema that needs Node, even through the kernel, breaks the check", async () => {
  write("src/kernel/hash.ts", 'import { createHash } from "node:crypto";\nexport const hash = createHash;\n');
  write("src/schema/plan.ts", 'import { hash } from "../kernel/hash.ts";\nexport const planHash = hash;\n');
  expect((await complaints()).join("\n")).toContain(
    "schema-and-domain-run-in-a-browser: src/schema/plan.ts -> crypto\n",
  );
});

test("a source folder without modules breaks the check", async () => {
  mkdirSync(join(folder, "src"));
  expect(await complaints()).toEqual(["The layer check is off: no module of src/ was read."]);
});

test("the rules find every violation that is planted", () => {
  expect(whatTheCanaryMissed(canary, options)).toEqual([]);
});

test("a cruiser that cannot read TypeScript, and so finds nothing, is found out", () => {
  const blind: Cruise = { modules: 0, violations: new Map() };
  const found = whatTheCanaryMissed(blind, options);
  expect(found).toContain("The layer check is off: no module of the canary was read.");
  expect(found.length).toBeGreaterThan(options.ruleSet?.forbidden?.length ?? 0);
  expect(whatIsWrong(blind)).toEqual(["The layer check is off: no module of src/ was read."]);
});

test.for([
  ["skips a folder", /: src\/score\//, "src/score/knows-stage-by-type.ts -> src/harness/run.ts"],
  [
    "has lost a rule",
    /^no-cycles: /,
    "no-cycles: src/schema/first-of-cycle.ts -> src/schema/second-of-cycle.ts",
  ],
] as const)("a configuration that %s is found out", ([, missed, named]) => {
  const found = whatTheCanaryMissed(
    without((line) => missed.test(line)),
    options,
  );
  expect(found.join("\n")).toContain("The layer check is off: a planted violation was not found: ");
  expect(found.join("\n")).toContain(named);
});

test("a rule for which no violation is planted is refused", () => {
  const untested = { name: "untested", severity: "error", from: { path: "x" }, to: { path: "y" } } as const;
  const forbidden = [...(options.ruleSet?.forbidden ?? []), untested];
  const found = whatTheCanaryMissed(canary, { ...options, ruleSet: { ...options.ruleSet, forbidden } });
  expect(found).toEqual(["The rule untested has no violation planted in test/fixtures/layers."]);
});
