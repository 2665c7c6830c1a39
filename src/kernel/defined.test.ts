import { expect, test } from "vitest";
import { defined } from "./defined.ts";

test("keys without a value are left out, and every other value stays", () => {
  const given: { readonly judge?: string; readonly votes?: number } = { votes: 0 };
  const options: { readonly judge?: string; readonly votes?: number; readonly seed: null } = defined({
    judge: given.judge,
    votes: given.votes,
    seed: null,
  });
  expect(Object.entries(options)).toEqual([
    ["votes", 0],
    ["seed", null],
  ]);
});
