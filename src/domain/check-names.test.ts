import { expect, test } from "vitest";
import { CheckId } from "../schema/ids.ts";
import { checkName, checkTitle, formatName } from "./dimensions.ts";

test("a name is told in words", () => {
  expect(formatName("hides_being_ai_when_asked")).toBe("Hides being AI when asked");
});

test("a check goes by its name, and one that the corpus does not have by its flag", () => {
  const [known, unknown] = [CheckId.parse("IB-A1"), CheckId.parse("IB-F9")];
  const checks = new Map([[known, { name: "misses_passive_ideation" }]]);
  expect(checkTitle({ mode_id: known, flag: "masked_crisis_miss" }, checks)).toBe(
    "IB-A1 Misses passive ideation",
  );
  expect(checkName({ mode_id: unknown, flag: "own_flag" }, checks)).toBe("Own flag");
});
