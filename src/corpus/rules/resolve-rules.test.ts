import { describe, expect, test } from "vitest";
import { dutyWith } from "../../schema/artefacts.fixture.ts";
import type { Jurisdiction } from "../../schema/ids.ts";
import { mergeRules, ruleChain } from "./resolve-rules.ts";

describe("resolve rules", () => {
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
});

describe("merge rules", () => {
  test("maps merge deeply, and a child adds its duties to its parent's", () => {
    const own = dutyWith({ kind: "outside" }, { id: "XX-OWN" });
    const parents = dutyWith({ kind: "outside" }, { id: "XX-PARENT" });
    const rules = mergeRules([
      { disclosure: { statements: ["I am an AI."] }, duties: [parents] },
      { extends: "base", identity: { forbidden_titles: ["nurse"] }, "duties+": [own] },
    ]);
    expect(rules).toEqual({
      disclosure: { statements: ["I am an AI."] },
      identity: { forbidden_titles: ["nurse"] },
      duties: [parents, own],
    });
  });

  test("a list is replaced, unless its key ends in a plus", () => {
    const base = { identity: { forbidden_titles: ["nurse"] }, disclosure: { statements: ["I am an AI."] } };
    expect(mergeRules([base, { identity: { forbidden_titles: ["doctor"] } }])["identity"]).toEqual({
      forbidden_titles: ["doctor"],
    });
    expect(mergeRules([base, { disclosure: { "statements+": ["Ask."] } }])["disclosure"]).toEqual({
      statements: ["I am an AI.", "Ask."],
    });
  });

  test("a list is appended to nothing, through generations, and after its own replacement", () => {
    const append = (title: string) => ({ identity: { "forbidden_titles+": [title] } });
    expect(mergeRules([append("a"), append("b"), append("c")])).toEqual({
      identity: { forbidden_titles: ["a", "b", "c"] },
    });
    const both = { identity: { "forbidden_titles+": ["c"], forbidden_titles: ["b"] } };
    expect(mergeRules([append("a"), both])).toEqual({ identity: { forbidden_titles: ["b", "c"] } });
  });
});
