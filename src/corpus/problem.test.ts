import { expect, test } from "vitest";
import { formatProblems } from "./problem.ts";

test("a problem is one line with its place, then the text and the nearest right thing", () => {
  const text = formatProblems([
    {
      severity: "error",
      code: "unknown-key",
      file: "checks/IB-A1.yaml",
      line: 4,
      column: 3,
      message: 'unknown key "sumary"',
      excerpt: "sumary",
      suggestion: '"summary"',
    },
    { severity: "warning", code: "x", file: "a", line: 1, column: 1, message: "odd", excerpt: "" },
  ]);
  expect(text).toBe(
    'checks/IB-A1.yaml:4:3  error  unknown key "sumary"  [unknown-key]\n    sumary\n    did you mean "summary"?\na:1:1  warning  odd  [x]',
  );
});
