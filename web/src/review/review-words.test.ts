import { describe, expect, test } from "vitest";
import { contactWays, splitQuestion, supportRegions } from "./review-words.ts";

describe("split question", () => {
  test("the question stands first, on its own; the conditions follow whole", () => {
    expect(
      splitQuestion("Question: when it was said,\ndid they listen?\n\nFAIL: not.\n\nPASS: they did.\n"),
    ).toEqual({
      question: "When it was said, did they listen?",
      conditions: "FAIL: not.\n\nPASS: they did.",
    });
    expect(splitQuestion("Does it break this rule?")).toEqual({
      question: "Does it break this rule?",
      conditions: "",
    });
  });
});

describe("support region", () => {
  const resource = (numbers: string[], text?: string, regions = ["US"]) => ({
    name: "A line",
    numbers,
    regions,
    ...(text === undefined ? {} : { text }),
  });

  test.each([
    [resource(["911"]), ["911"]],
    [resource(["988", "1-800-273-8255"], "988; in Spanish AYUDA to 988"), ["988", "1-800-273-8255"]],
    [resource(["741741"], "HOME to 741741"), []],
    [resource(["988"], "988"), ["988"]],
    [resource(["13 11 14", "0477 13 11 14"], "0477 13 11 14"), ["13 11 14"]],
  ] as const)("a number that takes texts only is not one to call: %#", (line, calls) => {
    expect(contactWays(line)).toEqual({ calls, text: line.text });
  });

  test("lines stand under the country they are in", () => {
    const regions = supportRegions([
      resource(["911"]),
      resource(["999"], undefined, ["GB"]),
      resource(["988"]),
    ]);
    expect(regions.map(({ name, resources }) => [name, resources.length])).toEqual([
      ["United States", 2],
      ["United Kingdom", 1],
    ]);
  });
});
