import { expect, test } from "vitest";
import type { Jurisdiction } from "../../schema/ids.ts";
import { ruleChain } from "./resolve-rules.ts";

function chainOf(from: Jurisdiction, parents: Partial<Record<Jurisdiction, Jurisdiction>>) {
  return ruleChain(from, (jurisdiction) => parents[jurisdiction]);
}

test("a chain runs from the most general to the one asked for", () => {
  expect(chainOf("ca", { ca: "federal", federal: "base" })).toEqual({
    kind: "chain",
    jurisdictions: ["base", "federal", "ca"],
  });
});

test("a circle is found by its members and by those that lead into it", () => {
  const parents = { ca: "federal", federal: "ny", ny: "ca", tx: "ny" } as const;
  expect(chainOf("ca", parents)).toEqual({ kind: "circle", circle: ["ca", "federal", "ny"] });
  expect(chainOf("tx", parents)).toEqual({ kind: "circle", circle: ["ny", "ca", "federal"] });
  expect(chainOf("eu", { eu: "eu" })).toEqual({ kind: "circle", circle: ["eu"] });
});
