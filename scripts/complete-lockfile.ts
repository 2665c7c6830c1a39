/**
 * Adds the optional packages of other platforms that npm left out of our locks. With a registry that lacks them, npm
 * writes a lock that `npm ci` then refuses. Run it after every `npm install`, here or in `docs-site/`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";

const Entry = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const Lock = z.looseObject({ packages: z.record(z.string(), Entry) });

for (const lock of ["package-lock.json", "docs-site/package-lock.json"]) completeLock(lock);

function completeLock(file: string): void {
  const path = new URL(`../${file}`, import.meta.url);
  const lock = Lock.parse(JSON.parse(readFileSync(path, "utf8")));
  const added: string[] = [];
  for (const { dev, optionalDependencies = {} } of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const key = `node_modules/${name}`;
      // Only exact versions name one package; npm resolves ranges.
      if (key in lock.packages || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) continue;
      lock.packages[key] = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true };
      added.push(`${name}@${version}`);
    }
  }
  const root = lock.packages[""];
  const others = Object.entries(lock.packages).filter(([key]) => key !== "");
  lock.packages = {
    ...(root === undefined ? {} : { "": root }),
    ...Object.fromEntries(others.toSorted(([a], [b]) => a.localeCompare(b, "en"))),
  };
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file}: ${added.length === 0 ? "complete." : `added ${added.join(", ")}.`}`);
}

/** The platforms of a package, from the words in its name; npm skips it on all others. */
function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const find = (pattern: RegExp) => pattern.exec(name)?.[1];
  // npm calls Windows win32, independent of the package's name.
  const os = find(
    /[-/](android|darwin|freebsd|linux|openharmony|windows|win32|sunos|aix|netbsd|openbsd)\b/,
  )?.replace("windows", "win32");
  const cpu = find(/-(arm64|arm|x64|ia32|ppc64|s390x|riscv64|loong64|wasm32)\b/);
  const isMusl = /musl/.test(name);
  const isGlibc = /gnu/.test(name);
  return {
    ...(os === undefined ? {} : { os: [os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(isMusl ? { libc: ["musl"] } : isGlibc ? { libc: ["glibc"] } : {}),
  };
}
