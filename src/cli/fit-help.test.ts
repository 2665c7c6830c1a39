import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { displayWidth } from "../report/fit-text.ts";
import { fitHelp } from "./fit-help.ts";

const HELP = `USAGE
  invisiblebench gate release --policy gate-policy.yaml --baseline main
    A release against what is in use
  invisiblebench gate --help

Exit 0 where it holds, 100 where it does not, 3 where the evidence does not decide.

FLAGS
     [--corpus]            Corpus folder [default: the shipped one]
     [--calibration]...    Labels of other conversations, which show how many failures the judge finds [separator = ,]
     [--out]               Results folder [default: results]                                 [default = a]
  -h  --help               Print help information and exit
`;

const linesOf = (text: string) => stripVTControlCharacters(text).split("\n");
const words = (text: string) => stripVTControlCharacters(text).split(/\s+/).filter(Boolean);

test.for([40, 60, 80])("in %i columns every line fits but commands, and no word is lost", (width) => {
  const fitted = fitHelp(HELP, width);
  expect(words(fitted)).toEqual(words(HELP));
  const wide = linesOf(fitted).filter((line) => displayWidth(line) > width);
  expect(wide.every((line) => line.startsWith("  invisiblebench "))).toBe(true);
});

test("what fits stays as it is, and what a flag means stays in its column or below its name", () => {
  expect(fitHelp(HELP, 200)).toBe(HELP);
  expect(linesOf(fitHelp(HELP, 80))).toContain(
    "     [--calibration]...    Labels of other conversations, which show how many",
  );
  expect(linesOf(fitHelp(HELP, 80))).toContain(
    "                           failures the judge finds [separator = ,]",
  );
  const narrow = linesOf(fitHelp(HELP, 40));
  expect(narrow.slice(narrow.indexOf("     [--out]"), narrow.indexOf("     [--out]") + 2)).toEqual([
    "     [--out]",
    "      Results folder [default: results]",
  ]);
});

test("colours take no columns", () => {
  const coloured =
    "\u001b[1mFLAGS\u001b[22m\n  \u001b[97m--out\u001b[39m   \u001b[03mWhere it all goes\u001b[23m";
  expect(fitHelp(coloured, 28)).toBe(coloured);
});
