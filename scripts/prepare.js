/**
 * Builds `dist/` and `dist-web/` where they are missing or older than their source, so that an install from a repository
 * has them. Run by npm after every install in a checkout, also without development dependencies: then there is nothing
 * to build with, and nothing is built. Plain JavaScript, because the Node at hand may be older than the one we need.
 * In package.json it is `postprepare`, which npm runs in a checkout alone: of a packed file it names `prepare` as a script
 * that somebody should allow, though it is not run there and not in the file.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const repository = resolve(fileURLToPath(import.meta.url), "../..");
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const runsTypeScript = major > 22 || (major === 22 && minor >= 19);
const hasTools = ["typescript", "vite"].every((name) => existsSync(join(repository, "node_modules", name)));

if (runsTypeScript && hasTools && existsSync(join(repository, "src"))) {
  if (isStale())
    run("scripts/clean-dist.ts") && run("node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json");
  // Knows by a hash whether it is fresh.
  run("scripts/build-web.ts");
  // Leaves the corpus compiled in the user's cache, which the first start would have to wait for. Where that fails, the start says why.
  spawnSync(process.execPath, ["bin/invisiblebench.js", "list", "checks"], {
    cwd: repository,
    stdio: "ignore",
  });
}

function isStale() {
  const built = join(repository, "dist/index.js");
  return !existsSync(built) || newest(join(repository, "src")) > statSync(built).mtimeMs;
}

/** @param {string} folder @returns {number} */
function newest(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((latest, entry) => {
    const path = join(folder, entry.name);
    return Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }, 0);
}

/** @param {...string} command @returns {boolean} */
function run(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: repository, stdio: "inherit" });
  if (status !== 0) process.exitCode = status ?? 1;
  return status === 0;
}
