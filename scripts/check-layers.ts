/**
 * Checks the layer rules on `src/`, and first that the rules are on: a cruiser without a parser for TypeScript finds
 * no modules, no violations, and is content. So a tree with planted violations is cruised too, and each must be found.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cruise, type ICruiseOptions } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import * as z from "zod";

const repository = resolve(import.meta.dirname, "..");
const canary = join(repository, "test/fixtures/layers");

const { values: flags } = parseArgs({
  options: {
    root: { type: "string", default: repository },
    config: { type: "string", default: join(repository, ".dependency-cruiser.mjs") },
  },
});
const options = await extractDepcruiseOptions(resolve(flags.config));

const complaints = [
  ...whatTheCanaryMissed(await cruiseSource(canary)),
  ...whatIsWrong(await cruiseSource(resolve(flags.root))),
];
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else console.log("The layer rules hold, and the check is on.");

interface Cruise {
  readonly modules: number;
  /** By `rule: from -> to`, what the rule says to do. */
  readonly violations: ReadonlyMap<string, string>;
}

async function cruiseSource(baseDir: string): Promise<Cruise> {
  const cruiseOptions: ICruiseOptions = { ...options, baseDir };
  const folders = ["src", "web/src"].filter((folder) => existsSync(join(baseDir, folder)));
  const { output } = await cruise(folders, cruiseOptions);
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

function whatTheCanaryMissed({ modules, violations }: Cruise): readonly string[] {
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

function whatIsWrong({ modules, violations }: Cruise): readonly string[] {
  if (modules === 0) return ["The layer check is off: no module of src/ was read."];
  return Array.from(violations, ([violation, comment]) => `${violation}\n    ${comment}`);
}
