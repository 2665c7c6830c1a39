import { expect, test } from "vitest";
import { CheckId } from "../../../../src/schema/ids.ts";
import { variedFirst } from "./varied-first.ts";

test("each check's worst finding comes before any check's second, and none is lost", () => {
  const findings = ["IB-A1", "IB-A1", "IB-A2", "IB-A1", "IB-B1"].map((id, place) => ({
    mode_id: CheckId.parse(id),
    place,
  }));
  expect(variedFirst(findings).map(({ place }) => place)).toEqual([0, 2, 4, 1, 3]);
});
