import { expect, test } from "vitest";
import type { ScanBrief } from "../../../../src/site/site-ports.ts";
import { searchInScan } from "./same-page.ts";

// Ids are branded strings; the test reads only these fields.
const two = { scan: "two~publish", models: [{ slug: "a" }, { slug: "b" }] } as unknown as ScanBrief;

test("what a page filters by goes along to another scan", () => {
  const filters = { sort: "tier", model: "a" };
  expect(searchInScan(filters, "one~publish", two)).toMatchObject(filters);
});

test("an assistant that the other scan does not have is left behind", () => {
  expect(searchInScan({ model: "a" }, "one~publish", two).model).toBe("a");
  expect(searchInScan({ model: "c" }, "one~publish", two).model).toBeUndefined();
});

test("both sides of a comparison move to the other scan", () => {
  const sides = { a: "one~publish@a", b: "one~publish@b" };
  expect(searchInScan(sides, "one~publish", two)).toMatchObject({ a: "two~publish@a", b: "two~publish@b" });
});

test("a side of a third scan stays where it is", () => {
  const sides = { a: "one~publish@a", b: "three~publish@b" };
  expect(searchInScan(sides, "one~publish", two)).toMatchObject({ a: "two~publish@a", b: "three~publish@b" });
});

test("an assistant is never compared with itself", () => {
  const moved = searchInScan({ a: "one~publish@a", b: "two~publish@a" }, "one~publish", two);
  expect([moved.a, moved.b]).toEqual([undefined, undefined]);
});

test("a board of several scans keeps the sides, which name their own scans", () => {
  const sides = { a: "one~publish@a", b: "two~publish@b" };
  expect(searchInScan(sides, "one~publish", null)).toEqual(sides);
});
