import { beforeAll, expect, test } from "vitest";
import { expectToSurviveFaults, expectToSurviveKills, undisturbed } from "../e2e/faulty-providers.fixture.ts";

let calm: Readonly<Record<string, string>>;
beforeAll(async () => {
  calm = await undisturbed([]);
  expect(Object.keys(calm)).toHaveLength(128);
}, 600_000);

test("with 30% faults 64 scenarios of two models complete, lose nothing and stay below the ceiling", () =>
  expectToSurviveFaults([], calm));

test("killed again and again until it is done, a run asks nothing again whose reply was journalled", () =>
  expectToSurviveKills([], calm, { kills: 12, everyReplies: 40 }));
