/**
 * Builds the page in `web/` into `dist-web/` if it is missing or older than its source. A hash identifies the source,
 * because a checkout sets arbitrary file times.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "..");
const built = join(repository, "dist-web");
const stamp = join(built, "source.sha256");

// Tests build it too, and NODE_ENV "test" would bundle React's development build.
process.env["NODE_ENV"] = "production";
const hash = hashOfSource();
const isFresh = existsSync(stamp) && readFileSync(stamp, "utf8").trim() === hash;
if (isFresh) console.log("The page in dist-web/ is up to date.");
else await buildPage();

async function buildPage(): Promise<void> {
  // Not loaded if the page is up to date.
  const { build } = await import("vite");
  // Replaced in one step, because another process may be reading the old one.
  const fresh = `${built}.${process.pid}`;
  const startMs = performance.now();
  try {
    await build({
      configFile: join(repository, "web/vite.config.ts"),
      logLevel: "warn",
      build: { outDir: fresh, emptyOutDir: true },
    });
    await build({
      configFile: join(repository, "web/review/vite.config.ts"),
      logLevel: "warn",
      build: { outDir: join(fresh, "review"), emptyOutDir: true },
    });
    writeFileSync(join(fresh, "source.sha256"), `${hash}\n`);
    rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  console.log(`Built the page into dist-web/ in ${((performance.now() - startMs) / 1000).toFixed(1)} s.`);
}

/** Hashes everything that determines the page: its source, the schemas it imports, and the versions of its build tools. */
function hashOfSource(): string {
  const files = globSync(
    ["web/**/*", "src/{schema,domain,figures,kernel,text}/**/*.ts", "package-lock.json"],
    {
      cwd: repository,
      exclude: ["**/*.test.ts", "**/*.test.tsx"],
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const digest = createHash("sha256");
  for (const file of files) {
    digest.update(file.slice(repository.length)).update("\0").update(readFileSync(file)).update("\0");
  }
  return digest.digest("hex");
}
