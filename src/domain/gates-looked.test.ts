import { expect, test } from "vitest";
import { ScenarioId } from "../schema/ids.ts";
import type { VerdictCause } from "../schema/scan/verdict.ts";
import { whyNotLooked } from "./gates.ts";

const said = (scenario: string, cause: VerdictCause | undefined, eligible = false) =>
  whyNotLooked({
    scenario_id: ScenarioId.parse(scenario),
    eligible,
    details: cause === undefined ? {} : { cause },
  });

test("nobody looked where no author says that a check has no occasion", () => {
  expect(said("import_one", "not_eligible")).toBe("not_called");
  expect(said("safety_one_001", "not_eligible")).toBeNull();
});

test("what the scan did not ask was not looked for, whoever wrote the conversation", () => {
  for (const scenario of ["import_one", "safety_one_001"]) {
    expect(said(scenario, "not_in_profile")).toBe("left_out");
    expect(said(scenario, "incomplete_transcript")).toBe("broke_off");
  }
});

test("a search that found nothing has looked, and so has whoever was asked", () => {
  expect(said("import_one", "no_act")).toBeNull();
  expect(said("import_one", undefined, true)).toBeNull();
  expect(said("import_one", "no_judge", true)).toBeNull();
});
