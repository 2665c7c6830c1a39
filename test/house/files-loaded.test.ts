/**
 * Counts the files that a command loads before it does anything, through imports at the head of a file. Lazy imports
 * are not counted.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { expect, test } from "vitest";

const repository = resolve(import.meta.dirname, "../..");
const readSource = (path: string) => {
  const file = join(repository, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
};

const AT_THE_HEAD = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"(\.[^"]+)"/gm;

/** Every file that is loaded with some, as paths. A type's import that is written `import { type X }` loads its file too. */
function loadedWith(
  entries: readonly string[],
  read: (path: string) => string | undefined = readSource,
): ReadonlySet<string> {
  const loaded = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    const text = read(path);
    if (text === undefined) continue;
    loaded.add(path);
    const folder = dirname(path);
    for (const [, specifier = ""] of text.matchAll(AT_THE_HEAD))
      waiting.push(normalize(join(folder, specifier)));
  }
  return loaded;
}

/** Modules that run and judge conversations; the names of models and errors are used everywhere. */
const ENGINE =
  /^src\/(?:(?:plan-run|harness|plan-scan|verify|score)\/|(?:pipeline|transcript-work|run-context)\.ts$|providers\/(?!(?:errors|key-hosts|define-model)\.ts$))/;

function engineIn(loaded: ReadonlySet<string>): readonly string[] {
  return [...loaded].filter((path) => ENGINE.test(path)).toSorted();
}

/** A family's commands, with the imports of their execution. */
function command(family: string): readonly string[] {
  const file = `src/cli/commands/${family}.ts`;
  const onUse = Array.from(
    (readSource(file) ?? "").matchAll(/\bimport\("(\.[^"]+)"\)/g),
    ([, specifier = ""]) => specifier,
  );
  return [file, ...onUse.map((specifier) => normalize(join(dirname(file), specifier)))];
}
const ofScan = "src/api/packs/context-of.ts";

/** About as many as there are: the numbers may only go down. */
test.each([
  ["list", [...command("corpus"), "src/api/list.ts"], 90],
  ["show", [...command("corpus"), "src/api/corpus/show.ts"], 90],
  ["explain", [...command("evidence"), "src/api/explain.ts", ofScan], 150],
  ["find", [...command("find"), "src/api/site/find.ts", ofScan], 165],
  ["report", [...command("evidence"), "src/api/report.ts", ofScan], 168],
  ["gate", [...command("compare"), "src/api/gate.ts"], 190],
  ["compare", [...command("compare"), "src/api/compare.ts", ofScan], 190],
])("%s reads what there is, and loads nothing that makes it", (_, entries, files) => {
  const loaded = loadedWith(["src/cli/main.ts", ...entries]);
  for (const entry of entries) expect(loaded).toContain(entry);
  expect(engineIn(loaded)).toEqual([]);
  expect(loaded.size).toBeLessThanOrEqual(files);
});

const evalCommand = command("work");

test("an eval of simulated models loads no queue, no product and no provider's client", () => {
  const loaded = loadedWith(["src/cli/main.ts", ...evalCommand, "src/api/eval.ts"]);
  for (const entry of evalCommand) expect(loaded).toContain(entry);
  expect(engineIn(loaded)).toContain("src/pipeline.ts");
  const unasked = /^src\/(?:fleet|providers\/(?:batch|product|served)|store\/remove)\//;
  expect([...loaded].filter((path) => unasked.test(path))).toEqual([]);
  expect(loaded.size).toBeLessThanOrEqual(415);
});

test("a stage behind several imports is found, and one that waits for its use is not", () => {
  const planted: Readonly<Record<string, string>> = {
    "src/api/explain.ts": `import {\n  a,\n} from "./open.ts";\nimport type { B } from "../pipeline.ts";\n`,
    "src/api/open.ts": `export { c } from "../store/d.ts";\nconst later = () => import("../harness/run-harness.ts");\n`,
    "src/store/d.ts": `import "../verify/verifiers.ts";\n`,
    "src/verify/verifiers.ts": "",
    "src/harness/run-harness.ts": "",
    "src/pipeline.ts": "",
  };
  const loaded = loadedWith(["src/api/explain.ts"], (path) => planted[path]);
  expect(engineIn(loaded)).toEqual(["src/verify/verifiers.ts"]);
});
