import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { cellOf, cellsOf, type DoubtSignal, designStrata, doubtSignals } from "./two-phase-design.ts";

describe("design of strata", () => {
  const cells = ["PASS", "UNCLEAR", "FAIL"].flatMap((verdict) =>
    ["", " split", " words", " split words", " sweep", " split sweep"].map((signals) => verdict + signals),
  );
  const someSizes = fc
    .array(fc.tuple(fc.constantFrom(...cells), fc.integer({ min: 1, max: 400 })), { minLength: 1 })
    .map((entries) => new Map(entries));

  test("every kind of verdict is in one stratum, of its own verdict, and each stratum gets labels", () => {
    fc.assert(
      fc.property(someSizes, fc.integer({ min: 10, max: 200 }), (sizes, labels) => {
        const strata = designStrata(sizes, labels);
        expect(strata.flatMap(({ name }) => cellsOf(name)).sort()).toEqual([...sizes.keys()].sort());
        for (const { name, verdict, size, sample } of strata) {
          expect(cellsOf(name).every((cell) => cell.split(" ")[0] === verdict)).toBe(true);
          expect(size).toBe(cellsOf(name).reduce((sum, cell) => sum + (sizes.get(cell) ?? 0), 0));
          expect(sample).toBeGreaterThanOrEqual(Math.min(2, size));
          expect(sample).toBeLessThanOrEqual(size);
        }
        const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
        expect(strata.reduce((sum, { sample }) => sum + sample, 0)).toBe(Math.min(labels, all));
      }),
    );
  });

  test("the order of the kinds changes nothing", () => {
    fc.assert(
      fc.property(someSizes, (sizes) => {
        const turned = new Map([...sizes].toReversed());
        expect(designStrata(turned, 60)).toEqual(designStrata(sizes, 60));
      }),
    );
  });

  test("a verdict in doubt gets a greater part of its stratum labelled than one that nothing speaks against", () => {
    const sizes = new Map([
      ["PASS", 1000],
      ["PASS split", 100],
      ["FAIL", 60],
    ]);
    const part = new Map(designStrata(sizes, 80).map(({ name, sample, size }) => [name, sample / size]));
    expect(part.get("PASS split")).toBeGreaterThan(2 * (part.get("PASS") ?? 1));
    expect(part.get("FAIL")).toBeGreaterThan(2 * (part.get("PASS") ?? 1));
  });

  test("kinds too small to be worth labels of their own are joined, and more labels part them", () => {
    const sizes = new Map([
      ["PASS", 1000],
      ["PASS split", 6],
      ["PASS split words", 5],
      ["FAIL", 60],
    ]);
    expect(designStrata(sizes, 20)).toHaveLength(2);
    expect(designStrata(sizes, 300).length).toBeGreaterThan(2);
  });
});

describe("signals", () => {
  const window = { unit: "event_window", first_turn: 1, last_turn: 1, verdict: "PASS" } as const;
  const vote = (verdict: "PASS" | "FAIL" | null, at = 0): VerdictRow["details"]["votes"][number] => ({
    window: at,
    repetition: 1,
    verdict,
    rationale: "",
    evidence: [],
    request_hash: "hash",
  });

  test.for<[string, Parameters<typeof doubtSignals>, readonly DoubtSignal[]]>([
    ["votes that agree", [{ windows: [window], votes: [vote("PASS"), vote("PASS")] }], []],
    ["votes that differ", [{ windows: [window], votes: [vote("PASS"), vote("FAIL")] }], ["split"]],
    ["a void vote", [{ windows: [window], votes: [vote("PASS"), vote(null)] }], ["split"]],
    ["an autofail that fired", [{ windows: [window], votes: [], autofails: ["t1.main.af"] }], ["sweep"]],
    ["windows that differ", [{ windows: [window, window], votes: [vote("PASS"), vote("FAIL", 1)] }], []],
    [
      "a second judge who says otherwise",
      [
        {
          windows: [window],
          votes: [],
          adjudication: { judge: "sim/judge" as never, verdict: "FAIL", votes: [vote("FAIL")] },
        },
      ],
      ["split"],
    ],
    ["a cue by words", [{ windows: [{ ...window, cue_source: "lexicon" }], votes: [] }], ["words"]],
    ["a cue by an author", [{ windows: [{ ...window, cue_source: "anchor" }], votes: [] }], []],
    ["a reply that words flag", [{ windows: [{ ...window, unit: "turn_level" }], votes: [] }], ["words"]],
    [
      "a reply that a search names",
      [{ windows: [{ ...window, unit: "turn_level" }], votes: [] }, new Set([1])],
      ["sweep"],
    ],
    [
      "a search that names nothing",
      [{ windows: [{ ...window, unit: "turn_level", sweep: true }], votes: [] }],
      [],
    ],
  ])("%s", ([, given, expected]) => {
    expect(doubtSignals(...given)).toEqual(expected);
  });

  test("a kind has one name, whatever the order of its signals", () => {
    expect(cellOf("PASS", ["words", "split"])).toBe("PASS split words");
  });
});
