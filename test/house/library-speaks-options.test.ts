import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../../src");
/** Commands of other tools, which are named as typed. */
const OTHER_TOOLS = /`(?:inspect|promptfoo|npm) [^`]*`|var\(--[a-z]+\)/g;
const SPEAKS_CLI = /(?:^|[\s`"'(])--[a-z]|\binvisiblebench [a-z]/;

/** Texts of a program, without its comments, that name one of our flags or commands. */
function cliTexts(program: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === "object" && node !== null) {
      if ("type" in node && node.type === "StringLiteral" && "value" in node) texts.push(String(node.value));
      if ("type" in node && node.type === "TemplateElement" && "raw" in node) {
        texts.push(String(node.raw).replaceAll("\\`", "`"));
      }
      Object.values(node).forEach(visit);
    }
  };
  visit(parseSync(program, { syntax: "typescript" }));
  return texts.filter((text) => SPEAKS_CLI.test(text.replaceAll(OTHER_TOOLS, "")));
}

test("a flag, a command, and neither, are told apart", () => {
  expect(cliTexts('throw new Error("Continue with --resume.");')).toHaveLength(1);
  const told = ["const hint = `Make one with ", "invisiblebench scan ", "it.`;"].join("");
  expect(cliTexts(told)).toHaveLength(1);
  expect(cliTexts('const flag = "--scan";')).toHaveLength(1);
  expect(
    cliTexts("/** Here nothing could be continued with `--resume`. */ const hint = 'with `resume`';"),
  ).toEqual([]);
  expect(cliTexts('const hint = "Convert it with `inspect log convert --to json`.";')).toEqual([]);
});

test("outside the command line no text names a flag or a command: the library speaks in options", () => {
  const files = globSync("**/*.ts", { cwd: source }).filter(
    // The browser that paints a picture is asked by flags of its own.
    (file) => !/^cli[\\/]|^api[\\/]site[\\/]local-browser\.ts$|\.(?:test|fixture|contract)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    cliTexts(readFileSync(join(source, file), "utf8")).map((text) => `${file}: ${text.slice(0, 120)}`),
  );
  expect(found).toEqual([]);
});
