import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayWidth } from "./fit-text.ts";
import { renderTable } from "./render-table.ts";

describe("render table", () => {
  test("columns are aligned by what is seen, not by code units", () => {
    const table = renderTable(
      [{ title: "Model" }, { title: "Hard fails", align: "right" }, { title: "Note" }],
      [
        ["sim/careful", "0/3", "👩‍⚕️ ok"],
        ["漢字", "12/30", ""],
        ["nai\u0308ve", "—", "x"],
      ],
      80,
    );
    expect(`\n${table}\n`).toBe(`
Model        Hard fails  Note
───────────  ──────────  ─────
sim/careful         0/3  👩‍⚕️ ok
漢字              12/30
nai\u0308ve                 —  x
`);
  });

  test("a cell cannot break out of its line or speak to the terminal", () => {
    expect(renderTable([{ title: "A" }], [["x\u001B[2J\ny\tz"]], 80)).toBe("A\n─────\nx y z");
  });

  test("a short row is filled and a long one is cut to the columns", () => {
    expect(renderTable([{ title: "A" }, { title: "B" }], [["1"], ["1", "2", "3"]], 80)).toBe(
      "A  B\n─  ─\n1\n1  2",
    );
  });

  const columns = [{ title: "Rule" }, { title: "Rate", align: "right" as const }, { title: "Found" }];
  const rows = [
    ["No new failure", "12/30 (24–58%)", "there are 4 new failures of the gravest kind, and none is allowed"],
    ["Hard fails", "0/30 (0–11%)", "up to 11% cannot be excluded"],
  ];

  test("prose is set in several lines before anything else gives way", () => {
    expect(`\n${renderTable(columns, rows, 60)}\n`).toBe(`
Rule                      Rate  Found
──────────────  ──────────────  ────────────────────────────
No new failure  12/30 (24–58%)  there are 4 new failures of
                                the gravest kind, and none
                                is allowed
Hard fails        0/30 (0–11%)  up to 11% cannot be excluded
`);
  });

  test("where that is not enough each row is a block of its own", () => {
    expect(`\n${renderTable(columns, rows, 40)}\n`).toBe(`
No new failure
  Rate 12/30 (24–58%)
  Found there are 4 new failures of the
  gravest kind, and none is allowed
Hard fails
  Rate 0/30 (0–11%)
  Found up to 11% cannot be excluded
`);
  });

  test("no table is wider than its terminal but for words that are, and no word is lost or broken", () => {
    const word = fc.stringMatching(/^[a-z0-9–%().,/]{1,24}$/);
    const cell = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
    const table = fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, fc.integer({ min: 30, max: 140 }), (cells, width) => {
        const titles = [
          { title: "A" },
          { title: "B", align: "right" as const },
          { title: "C" },
          { title: "D" },
        ];
        const text = renderTable(titles, cells, width);
        for (const line of text.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        const printed = text.split(/\s+/);
        for (const wanted of cells.flat().flatMap((it) => it.match(/\S+/g) ?? []))
          expect(printed).toContain(wanted);
      }),
    );
  });
});
