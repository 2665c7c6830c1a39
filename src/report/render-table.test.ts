import { expect, test } from "vitest";
import { renderTable } from "./render-table.ts";

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
  expect(renderTable([{ title: "A" }, { title: "B" }], [["1"], ["1", "2", "3"]])).toBe("A  B\n─  ─\n1\n1  2");
});
