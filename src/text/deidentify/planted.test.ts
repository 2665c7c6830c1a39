import { expect, test } from "vitest";
import { IDENTIFIER_KINDS, type IdentifierKind } from "./identifier.ts";
import { measurePlanted, readPlanted } from "./planted.fixture.ts";

/** Minimum found among the odd-numbered lines, which were held out while the rules were written. */
const FLOORS: Readonly<Record<IdentifierKind, number>> = {
  email: 1,
  phone: 1,
  handle: 1,
  account: 0.95,
  document: 0.92,
  birth_date: 0.92,
  address: 0.87,
  name: 0.84,
};

const unseen = readPlanted().filter((_, index) => index % 2 === 0);

test("of the identifiers that somebody planted who had not seen the rules, so many are hidden", () => {
  const { byKind } = measurePlanted(unseen);
  for (const kind of IDENTIFIER_KINDS) {
    const { hidden, planted } = byKind[kind];
    expect(hidden / planted, kind).toBeGreaterThanOrEqual(FLOORS[kind]);
  }
});

test("of what is hidden, nearly all was planted, and nearly all that has to stay readable stays so", () => {
  const { byKind, mustStay } = measurePlanted(unseen);
  const figures = Object.values(byKind);
  const sum = (field: "found" | "right") => figures.reduce((total, each) => total + each[field], 0);
  expect(sum("right") / sum("found")).toBeGreaterThanOrEqual(0.95);
  expect(mustStay.readable / mustStay.total).toBeGreaterThanOrEqual(0.99);
});
