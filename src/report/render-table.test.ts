import { describe, expect, test } from "vitest";
import { displayWidth, renderTable } from "./render-table.ts";

describe("render table", () => {
  test("columns are aligned by what is seen, not by code units", () => {
    const table = renderTable(
      [{ title: "Model" }, { title: "Hard fails", align: "right" }, { title: "Note" }],
      [
        ["sim/careful", "0/3", "👩‍⚕️ ok"],
        ["漢字", "12/30", ""],
        ["nai\u0308ve", "—", "x"],
      ],
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
    expect(renderTable([{ title: "A" }], [["x\u001B[2J\ny\tz"]])).toBe("A\n─────\nx y z");
  });

  test("a short row is filled and a long one is cut to the columns", () => {
    expect(renderTable([{ title: "A" }, { title: "B" }], [["1"], ["1", "2", "3"]])).toBe(
      "A  B\n─  ─\n1\n1  2",
    );
  });
});

describe("display width", () => {
  test.each([
    ["plain", 5],
    ["", 0],
    ["naïve", 5],
    ["nai\u0308ve", 5],
    ["漢字", 4],
    ["ｱｲ", 2],
    ["Ａ", 2],
    ["한국", 4],
    ["👩‍⚕️", 2],
    ["🇩🇪", 2],
    ["❤️", 2],
    ["—", 1],
    ["a\u200B", 1],
  ])("%j takes %i columns", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });
});
