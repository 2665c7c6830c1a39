import { expect, test } from "vitest";
import { renderOutline } from "./corpus.ts";

test("a value is indented text: keys, dashes for lists, long text in its lines, absent keys left out", () => {
  const value = {
    id: "IB-A1",
    rules: "One.\nTwo.\n",
    tags: ["a", "b"],
    turns: [{ t: 1, said: "Hello." }],
    missing: undefined,
    none: null,
  };
  expect(renderOutline(value)).toBe(
    [
      "id: IB-A1",
      "rules:",
      "  One.",
      "  Two.",
      "tags:",
      "  - a",
      "  - b",
      "turns:",
      "  - t: 1",
      "    said: Hello.",
      "none: null",
    ].join("\n"),
  );
});
