import { expect, test } from "vitest";
import { ScanProfileName } from "../schema/scan/scan-plan.ts";
import { DIMENSIONS } from "./dimensions.ts";
import {
  isRubricAsked,
  PROFILE_NAMES,
  profileOf,
  SCAN_PROFILES,
  scalesAsked,
  wantsScales,
} from "./profiles.ts";

test("every profile of the plan's schema is known, and no other", () => {
  expect(Object.keys(SCAN_PROFILES)).toEqual(ScanProfileName.options);
  expect(PROFILE_NAMES).toEqual(ScanProfileName.options);
});

test("what is published has every dimension, a judge and a thorough search", () => {
  expect(profileOf({ profile: "publish" })).toMatchObject({
    dimensions: DIMENSIONS,
    judged: true,
    thorough: true,
  });
});

test("only a scan that looks at every dimension with a judge is thorough", () => {
  const thorough = PROFILE_NAMES.filter((profile) => profileOf({ profile }).thorough);
  expect(thorough).toEqual(["full", "publish"]);
  for (const profile of thorough)
    expect(profileOf({ profile })).toMatchObject({ dimensions: DIMENSIONS, judged: true });
});

test("what is published asks the scenarios' own criteria, and other profiles ask them on request", () => {
  const real = { simulated: false };
  const asking = PROFILE_NAMES.filter((profile) => isRubricAsked({ profile }, real));
  expect(asking).toEqual(["publish"]);
  expect(isRubricAsked({ profile: "publish", rubric: false }, real)).toBe(false);
  expect(isRubricAsked({ profile: "dev", rubric: true }, real)).toBe(true);
  expect(isRubricAsked({ profile: "publish", checks: ["IB-A1"] }, real)).toBe(false);
});

test("criteria are asked of nobody who could not know, and of no judge twice", () => {
  expect(isRubricAsked({ profile: "publish" }, null)).toBe(false);
  expect(isRubricAsked({ profile: "publish" }, { simulated: true })).toBe(false);
  expect(isRubricAsked({ profile: "publish", rubric: true }, { simulated: true })).toBe(true);
  expect(isRubricAsked({ profile: "publish", rubric: true }, { simulated: false }, { name: "acme" })).toBe(
    false,
  );
});

test("scales are asked by a judge in a thorough scan, and by nobody who chose checks or wants none", () => {
  expect([wantsScales({}), wantsScales({ checks: [] }), wantsScales({ checks: ["IB-A8"] })]).toEqual([
    true,
    true,
    false,
  ]);
  expect([wantsScales({ scales: false }), wantsScales({ scales: true, checks: ["IB-A8"] })]).toEqual([
    false,
    true,
  ]);
  const judge = {};
  const regard = (plan: Parameters<typeof scalesAsked>[0]) => scalesAsked(plan).regard;
  expect(regard({ profile: "full", judge })).toBe(true);
  expect(regard({ profile: "full", judge, scales: false })).toBe(false);
  expect(regard({ profile: "dev", judge, scales: true })).toBe(false);
  expect(regard({ profile: "full", judge: null })).toBe(false);
});
