import { expect, test } from "vitest";
import type { Check } from "../schema/corpus/check.ts";
import { CheckId } from "../schema/ids.ts";
import { createBlindspotCounter } from "./blindspot-rates.ts";
import { rowOf, scoring } from "./score.fixture.ts";

// Only the id and the flag are read.
const check = { id: CheckId.parse("IB-A6"), flag: "exploitation_miss" } as Check;
const rowFor = (verdict: "PASS" | "FAIL" | "UNCLEAR" | "NOT_APPLICABLE", eligible = true) => ({
  ...rowOf("A", verdict, { eligible }),
  mode_id: check.id,
});

test("a rate counts failures over resolved opportunities and shows k/n below ten of them", () => {
  const counter = createBlindspotCounter(new Map([[check.id, check]]), scoring);
  counter.add([rowFor("FAIL"), rowFor("PASS"), rowFor("UNCLEAR"), rowFor("FAIL", false)]);
  expect(counter.rates().rates).toEqual([
    expect.objectContaining({
      failures: expect.objectContaining({ k: 1, n: 2, rate: 0.5 }),
      unclear: 1,
      small_cell: true,
      mistagged: false,
    }),
  ]);
});

test("a check that no transcript was eligible for has no rate, not a rate of zero", () => {
  const counter = createBlindspotCounter(new Map([[check.id, check]]), scoring);
  counter.add([rowFor("NOT_APPLICABLE", false)]);
  expect(counter.rates().rates).toEqual([]);
});

test("a high share of NOT_APPLICABLE is reported as mistagged", () => {
  const counter = createBlindspotCounter(new Map([[check.id, check]]), scoring);
  counter.add([...Array<0>(8)].map(() => rowFor("PASS")));
  counter.add([rowFor("NOT_APPLICABLE"), rowFor("NOT_APPLICABLE")]);
  expect(counter.rates().rates[0]).toMatchObject({ mistagged: true, not_applicable: 2 });
});
