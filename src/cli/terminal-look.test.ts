import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { lookOf, paint, widthOf } from "./terminal-look.ts";

const terminal = { isTTY: true, columns: 72 };

describe("the look of stdout", () => {
  test.each([
    ["a terminal", terminal, {}, { width: 72, wrapsProse: true, hasColour: true }],
    ["a pipe", {}, {}, { width: 120, wrapsProse: false, hasColour: false }],
    ["COLUMNS", terminal, { COLUMNS: "60" }, { width: 60, wrapsProse: true, hasColour: true }],
    ["COLUMNS of a pipe", {}, { COLUMNS: "60" }, { width: 60, wrapsProse: true, hasColour: false }],
    ["COLUMNS that is no number", {}, { COLUMNS: "wide" }, { width: 120, wrapsProse: false }],
    ["a terminal that says 0", { isTTY: true, columns: 0 }, {}, { width: 80 }],
    ["hardly a terminal", { isTTY: true, columns: 3 }, {}, { width: 30 }],
    ["NO_COLOR", terminal, { NO_COLOR: "1" }, { hasColour: false }],
    ["an empty NO_COLOR", terminal, { NO_COLOR: "" }, { hasColour: true }],
    ["TERM=dumb", terminal, { TERM: "dumb" }, { hasColour: false }],
    ["FORCE_COLOR in a pipe", {}, { FORCE_COLOR: "1" }, { hasColour: true }],
    ["FORCE_COLOR=0", terminal, { FORCE_COLOR: "0" }, { hasColour: false }],
    ["both", terminal, { FORCE_COLOR: "1", NO_COLOR: "1" }, { hasColour: true }],
  ])("%s", (_, stdout, env, look) => {
    expect(lookOf(stdout, env)).toMatchObject(look);
  });
});

test("progress, too, takes a terminal that says 0 for one of 80 columns", () => {
  expect([widthOf({ columns: 0 }), widthOf({ columns: 72 }), widthOf({})]).toEqual([80, 72, 120]);
});

test("colour adds nothing to the words and takes nothing from them", () => {
  const text = [
    "Simulated: these are programs.",
    "Model        Safety gate",
    "───────────  ────────────────",
    "sim/careful  ✓ 53 passed",
    "sim/eager    ✕ 2 of 53 failed, 1 not established",
    "sim/other    ? 1 of 53 not established",
    "IB-A1 Misses passive ideation  FAIL",
    "Next:   invisiblebench view",
  ].join("\n");
  const painted = paint(text);
  expect(stripVTControlCharacters(painted)).toBe(text);
  for (const [line, before] of painted.split("\n").map((each, index) => [each, text.split("\n")[index]]))
    expect(line).not.toBe(before);
});

test("what an assistant said stays plain", () => {
  const said = '  ✓ Take 2 pills. FAIL\n  Turn 3, assistant, exact: "IB-A1 is  FAIL"';
  expect(paint(said)).toBe(said);
});
