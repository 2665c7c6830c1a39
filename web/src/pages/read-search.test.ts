import { expect, test } from "vitest";
import { readNumber, readOneOf, readString, validSearch } from "./read-search.ts";

test("a value that is none of the options is not understood", () => {
  expect(readOneOf({ sort: "zzz" }, "sort", ["tier", "name"])).toBeUndefined();
  expect(readOneOf({ sort: "tier" }, "sort", ["tier", "name"])).toBe("tier");
});

test("a number is a whole one from 1, typed as a number or as text", () => {
  expect(readNumber({ turn: 3 }, "turn")).toBe(3);
  expect(readNumber({ turn: "3" }, "turn")).toBe(3);
  for (const turn of [0, -1, 1.5, "", "x", true, [3], null])
    expect(readNumber({ turn }, "turn")).toBeUndefined();
});

test("text is whatever was typed, and nothing where nothing was", () => {
  expect(readString({ name: "7" }, "name")).toBe("7");
  expect(readString({ name: 7 }, "name")).toBe("7");
  expect(readString({ name: "" }, "name")).toBeUndefined();
});

test("what is not understood is laid over what was typed", () => {
  const typed = { sort: "zzz", name: "sim" };
  const read = validSearch({ sort: readOneOf(typed, "sort", ["tier"]), name: readString(typed, "name") });
  expect({ ...typed, ...read }).toEqual({ sort: undefined, name: "sim" });
});
