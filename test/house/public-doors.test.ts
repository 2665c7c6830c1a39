import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod";
import packageJson from "../../package.json" with { type: "json" };
import * as errorsDoor from "../../src/errors-door.ts";
import * as index from "../../src/index.ts";
import { BenchError } from "../../src/kernel/errors.ts";
import * as schemaDoor from "../../src/schema-door.ts";

const repository = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(repository, file), "utf8");

/** Exported names of a door; types are marked. */
function namesOf(door: string): readonly string[] {
  const exported = Array.from(read(door).matchAll(/^export (type )?\{([^}]*)\}/gm));
  return exported
    .flatMap(([, type = "", names = ""]) =>
      names.split(",").flatMap((name) => (name.trim() === "" ? [] : `${type}${name.trim()}`)),
    )
    .toSorted();
}

test("what is behind each door changes with this list, and never by accident", async () => {
  const doors = ["src/index.ts", "src/schema-door.ts", "src/errors-door.ts"];
  const list = doors.map(
    (door) =>
      `${door}\n${namesOf(door)
        .map((name) => `  ${name}\n`)
        .join("")}`,
  );
  await expect(list.join("\n")).toMatchFileSnapshot("public-doors.txt");
});

test("the package's doors are built from files there are", () => {
  const { "./package.json": itself, ...doors } = packageJson.exports;
  expect(itself).toBe("./package.json");
  expect(Object.keys(doors)).toEqual([".", "./schema", "./errors"]);
  for (const { types, default: file } of Object.values(doors)) {
    expect(types).toBe(file.replace(/\.js$/, ".d.ts"));
    expect(existsSync(join(repository, file.replace("./dist/", "src/").replace(/\.js$/, ".ts")))).toBe(true);
  }
});

test("the front door has a bench, models of one's own, and what every error is", () => {
  expect(Object.keys(index).toSorted()).toEqual(["BenchError", "ExitCode", "createBench", "defineModel"]);
});

test("every artefact that has a JSON Schema is behind the schema door", () => {
  const named = new Set(
    Array.from(
      read("scripts/generate-schemas.ts").matchAll(/^import \{([^}]*)\} from "\.\.\/src\/schema/gm),
    ).flatMap(([, names = ""]) => names.match(/\w+/g) ?? []),
  );
  expect(named.size).toBeGreaterThan(25);
  const schemas = new Map(Object.entries(schemaDoor));
  for (const name of named) expect(schemas.get(name), name).toBeInstanceOf(z.ZodType);
});

test("every error with fields that a caller may catch is a class behind the errors door, and every code has a type", () => {
  const classes = globSync("src/*/errors.ts", { cwd: repository })
    .filter((file) => !file.includes("cli"))
    .flatMap((file) =>
      Array.from(read(file).matchAll(/class (\w+) extends (?:BenchError|ModelUnavailableError) /g)),
    )
    .map(([, name = ""]) => name);
  expect(classes.filter((name) => !Object.hasOwn(errorsDoor, name))).toEqual([]);
  expect(errorsDoor.BenchError).toBe(BenchError);
  const tables = globSync("src/*/errors.ts", { cwd: repository })
    .filter((file) => !file.includes("cli"))
    .flatMap((file) => Array.from(read(file).matchAll(/^export const (\w+) = defineErrors/gm)))
    .map(([, name = ""]) => name);
  expect(tables.length).toBeGreaterThan(15);
  expect(tables.filter((name) => !read("src/errors-door.ts").includes(`typeof ${name}`))).toEqual([]);
});

test("the front door is quick to open: it loads neither a schema nor a provider", async () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(pathToFileURL(join(repository, "src/index.ts")).href)});
    console.log(JSON.stringify(loaded));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  const files: readonly string[] = JSON.parse(stdout);
  expect(files.map((url) => url.replace(/^.*\/src\//, "")).toSorted()).toEqual([
    "api/create-bench.ts",
    "index.ts",
    "kernel/address.ts",
    "kernel/errors.ts",
    "providers/define-model.ts",
  ]);
});
