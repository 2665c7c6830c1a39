import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Builds the page where it is missing or stale, once for all tests. */
export default function setup(): void {
  const script = join(import.meta.dirname, "../scripts/build-web.ts");
  execFileSync(process.execPath, [script], { stdio: ["ignore", "ignore", "inherit"] });
}
