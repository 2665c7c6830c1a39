import { expect, test } from "vitest";
import { memoize } from "./memoize.ts";

test("what was made of the same objects is not made again, and of any other it is", () => {
  const makes: string[] = [];
  const join = memoize((first: { name: string }, second: { name: string }) => {
    makes.push(`${first.name} ${second.name}`);
    return { of: [first, second] };
  });
  const [a, b, c] = [{ name: "a" }, { name: "b" }, { name: "c" }];
  const made = join(a, b);
  expect(join(a, b)).toBe(made);
  expect(join(a, c).of).toEqual([a, c]);
  expect(join(b, a).of).toEqual([b, a]);
  expect(join({ name: "a" }, b)).not.toBe(made);
  expect(makes).toEqual(["a b", "a c", "b a", "a b"]);
});
