/**
 * Checks the layer rules on `src/`. First checks that the rules work: a cruiser without a TypeScript parser finds no
 * modules and so no violations. It therefore also cruises a tree with planted violations, and must find each.
 */
import { join, resolve } from "node:path";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { cruiseCanary, cruiseSource, whatIsWrong, whatTheCanaryMissed } from "./layer-check.ts";

const repository = resolve(import.meta.dirname, "..");
const options = await extractDepcruiseOptions(join(repository, ".dependency-cruiser.mjs"));

const complaints = [
  ...whatTheCanaryMissed(await cruiseCanary(options), options),
  ...whatIsWrong(await cruiseSource(repository, options)),
];
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else console.log("The layer rules hold, and the check is on.");
