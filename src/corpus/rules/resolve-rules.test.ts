import { describe, expect, test } from "vitest";
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
  test("maps merge deeply and the child wins", () => {
    const { rules } = mergeRules([
      { disclosure: { on_request: true, at_start: false }, privacy: { retention: "none" } },
      { extends: "base", disclosure: { at_start: true }, privacy: { sharing: false } },
    ]);
    expect(rules).toEqual({
      disclosure: { on_request: true, at_start: true },
      privacy: { retention: "none", sharing: false },
    });
  });

  test("a list is replaced, unless its key ends in a plus", () => {
    const base = { identity: { forbidden_titles: ["nurse"] }, disclosure: { statements: ["I am an AI."] } };
    expect(mergeRules([base, { identity: { forbidden_titles: ["doctor"] } }]).rules["identity"]).toEqual({
      forbidden_titles: ["doctor"],
    });
    expect(mergeRules([base, { disclosure: { "statements+": ["Ask."] } }]).rules["disclosure"]).toEqual({
      statements: ["I am an AI.", "Ask."],
    });
  });

  test("a list is appended to nothing, through generations, and after its own replacement", () => {
    const append = (title: string) => ({ identity: { "forbidden_titles+": [title] } });
    expect(mergeRules([append("a"), append("b"), append("c")]).rules).toEqual({
      identity: { forbidden_titles: ["a", "b", "c"] },
    });
    const both = { identity: { "forbidden_titles+": ["c"], forbidden_titles: ["b"] } };
    expect(mergeRules([append("a"), both]).rules).toEqual({ identity: { forbidden_titles: ["b", "c"] } });
  });

  test("appending to what is not a list is named", () => {
    const merged = mergeRules([
      { privacy: { retention: "none" } },
      { privacy: { "retention+": ["x"], "kept+": "y" } },
    ]);
    expect(merged.notLists).toEqual(["privacy.retention+", "privacy.kept+"]);
  });

  test("a null is a value of its own", () => {
    const merged = mergeRules([
      { disclosure: { cadence_minutes: 180 } },
      { disclosure: { cadence_minutes: null } },
    ]);
    expect(merged.rules).toEqual({ disclosure: { cadence_minutes: null } });
  });
});
