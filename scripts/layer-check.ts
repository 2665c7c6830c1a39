/** Reports on the layers of a source tree, and on whether the rules work at all. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { cruise, type ICruiseOptions } from "dependency-cruiser";
import * as z from "zod";

const canary = resolve(import.meta.dirname, "../test/fixtures/layers");

export interface Cruise {
  readonly modules: number;
  /** The rule's advice, by `rule: from -> to`. */
  readonly violations: ReadonlyMap<string, string>;
}

export async function cruiseSource(baseDir: string, options: ICruiseOptions): Promise<Cruise> {
  const folders = ["src", "web/src"].filter((folder) => existsSync(join(baseDir, folder)));
  const { output } = await cruise(folders, { ...options, baseDir });
  if (typeof output === "string") throw new Error("Expected a cruise result, got a rendered report.");
  const comments = new Map(options.ruleSet?.forbidden?.map((rule) => [rule.name, rule.comment]));
  return {
    modules: output.summary.totalCruised,
    violations: new Map(
      output.summary.violations.map(({ rule, from, to }) => [
        `${rule.name}: ${from} -> ${to}`,
        comments.get(rule.name) ?? "",
      ]),
    ),
  };
}

/** Cruises a tree with a planted violation of every rule. */
export function cruiseCanary(options: ICruiseOptions): Promise<Cruise> {
  return cruiseSource(canary, options);
}

export function whatTheCanaryMissed(
  { modules, violations }: Cruise,
  options: ICruiseOptions,
): readonly string[] {
  const planted = z.array(z.string()).parse(JSON.parse(readFileSync(join(canary, "planted.json"), "utf8")));
  const rules = options.ruleSet?.forbidden ?? [];
  const untested = rules.filter(({ name }) => !planted.some((line) => line.startsWith(`${name}: `)));
  return [
    ...(modules === 0 ? ["The layer check is off: no module of the canary was read."] : []),
    ...planted
      .filter((line) => !violations.has(line))
      .map((line) => `The layer check is off: a planted violation was not found: ${line}`),
    ...untested.map(({ name }) => `The rule ${name} has no violation planted in test/fixtures/layers.`),
  ];
}

export function whatIsWrong({ modules, violations }: Cruise): readonly string[] {
  if (modules === 0) return ["The layer check is off: no module of src/ was read."];
  return Array.from(violations, ([violation, comment]) => `${violation}\n    ${comment}`);
}
