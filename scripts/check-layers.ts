/**
 * Checks the layer rules on `src/`, and first that the rules are on: a cruiser without a parser for TypeScript finds
 * no modules, no violations, and is content. So a tree with planted violations is cruised too, and each must be found.
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
