import { expect, test } from "vitest";
import {
  compareReleases,
  isSimulatedName,
  modelFamily,
  releaseName,
  releaseOf,
  SIMULATED_JUDGE,
} from "./models.ts";

test("a model's family is its maker's, whoever serves it, unless the catalogue knows better", () => {
  const nothing = { models: [] };
  expect(modelFamily("openrouter/anthropic/claude-haiku-4.5", nothing)).toBe("anthropic");
  expect(modelFamily("openai/gpt-5-mini", nothing)).toBe("openai");
  expect(modelFamily("alone", nothing)).toBe("alone");
});

test("only names of our own programs are simulated ones", () => {
  expect([SIMULATED_JUDGE, "simple/one", "openrouter/sim/one"].map(isSimulatedName)).toEqual([
    true,
    false,
    false,
  ]);
});

test("a release is called by its label and its day, or by as much of it as is known", () => {
  const begun_at = "2026-11-16T10:00:00.000Z";
  expect(releaseName({ label: "v2.3", begun_at })).toBe("v2.3 of 2026-11-16");
  expect(releaseName({ label: null, begun_at })).toBe("2026-11-16");
  expect(releaseName({ label: "v2.3", begun_at: null })).toBe("v2.3");
  expect(releaseName({ label: null, begun_at: null })).toBeNull();
});

test("of several runs a release has the label they share, and the day of the first", () => {
  const run = (label: string | undefined, started_at: string) => ({
    plan: label === undefined ? {} : { label },
    manifest: { started_at },
  });
  const [early, late] = ["2026-11-14T10:00:00.000Z", "2026-11-16T10:00:00.000Z"];
  expect(releaseOf([run("v1", late), run("v1", early)])).toEqual({ label: "v1", begun_at: early });
  expect(releaseOf([run("v1", early), run("v2", late)]).label).toBeNull();
  expect(releaseOf([run("v1", early), run(undefined, late)]).label).toBeNull();
  const [one, other] = [releaseOf([run("b", early)]), releaseOf([run("a", late)])];
  expect([other, one].toSorted(compareReleases)).toEqual([one, other]);
});
