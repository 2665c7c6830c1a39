import { expect, test } from "vitest";
import { REPORT_FORMATS as RENDERED_FORMATS } from "../api/report.ts";
import { ABILITY_NAMES } from "../domain/models.ts";
import { PROFILE_NAMES } from "../domain/profiles.ts";
import { AbilityName } from "../schema/corpus/abilities.ts";
import { ProductKind } from "../schema/corpus/duty.ts";
import { ScenarioCategory, ScenarioStatus } from "../schema/corpus/scenario.ts";
import { HarnessName } from "../schema/run/run-plan.ts";
import { ReasoningEffort, ScanProfileName } from "../schema/scan/scan-plan.ts";
import { RepetitionPolicy } from "../schema/scan/verdict.ts";
import { choiceOf } from "./flag-values.ts";
import { REPORT_FORMAT_VALUES, runFlags, scanFlags, workFlags } from "./flags.ts";

test("the values spelled out for --help are those of the schemas", () => {
  expect(PROFILE_NAMES).toEqual(ScanProfileName.options);
  expect(runFlags.category.values).toEqual(ScenarioCategory.options);
  expect(runFlags.status.values).toEqual([...ScenarioStatus.options, "all"]);
  expect(runFlags.product.values).toEqual(ProductKind.options);
  expect(runFlags.harness.values).toEqual(HarnessName.exclude(["import"]).options);
  expect(scanFlags.votes.values.toSorted()).toEqual(RepetitionPolicy.options.toSorted());
  expect(scanFlags.reasoningEffort.values).toEqual(ReasoningEffort.options);
  expect(ABILITY_NAMES).toEqual(AbilityName.options);
  expect(REPORT_FORMAT_VALUES).toEqual(RENDERED_FORMATS);
});

test("a choice that begins like one of the names is asked about", () => {
  const kind = choiceOf(["checks", "rules", "runs"]);
  expect(kind("runs")).toBe("runs");
  expect(() => kind("chekcs")).toThrow("chekcs is not one of (checks|rules|runs), did you mean checks?");
  expect(() => kind("moons")).toThrow(/runs\)$/);
});

test("a count is a whole number from its least, a temperature lies between 0 and 2", () => {
  expect(runFlags.repeat.parse("3")).toBe(3);
  expect(runFlags.seed.parse("0")).toBe(0);
  for (const wrong of ["0", "-1", "1.5", "three", "Infinity"]) {
    expect(() => runFlags.repeat.parse(wrong)).toThrow(SyntaxError);
  }
  expect(() => runFlags.seed.parse("-1")).toThrow(SyntaxError);
  expect(runFlags.temperature.parse("2")).toBe(2);
  for (const wrong of ["2.1", "-0.1", "warm", "NaN"]) {
    expect(() => runFlags.temperature.parse(wrong)).toThrow(SyntaxError);
  }
});

test("abilities are names whose proof is in the config, or one name with its proof", () => {
  expect(runFlags.can.parse("memory,records")).toEqual([
    ["memory", true],
    ["records", true],
  ]);
  expect(runFlags.can.parse("act=It books visits, in the calendar = ours")).toEqual([
    ["act", "It books visits, in the calendar = ours"],
  ]);
  for (const wrong of ["memry", "memory,", "sing=It sings every morning"])
    expect(() => runFlags.can.parse(wrong)).toThrow(SyntaxError);
});

test("a day is a day of the calendar", () => {
  expect(scanFlags.asOf.parse("2027-01-01")).toBe("2027-01-01");
  for (const wrong of ["2027", "1.1.2027", "2027-13-01", "2026-11-31", "2027-02-29", "soon"])
    expect(() => scanFlags.asOf.parse(wrong)).toThrow(SyntaxError);
});

test("a ceiling of cost is an amount: nothing endless passes for one, and the refusal says what to do", () => {
  expect(workFlags.maxCostUsd.parse("0.01")).toBe(0.01);
  for (const wrong of ["Infinity", "1e999", "NaN", "-Infinity", "0", "-1", "much"]) {
    expect(() => workFlags.maxCostUsd.parse(wrong)).toThrow(SyntaxError);
  }
  expect(() => workFlags.maxCostUsd.parse("1e999")).toThrow(/leave the flag out/);
});
