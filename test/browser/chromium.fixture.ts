import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { test } from "vitest";

const CANDIDATES = [
  process.env["CHROMIUM_PATH"] ?? "",
  // The same engine without windows: a new page costs a third of the processor time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const executablePath = CANDIDATES.find((path) => path !== "" && existsSync(path));
if (executablePath === undefined) {
  process.stderr.write(
    "Browser tests are skipped: there is no Chromium. Install one, or name it in CHROMIUM_PATH.\n",
  );
}

/** `test`, where there is a browser to test in. */
export const browserTest: typeof test = executablePath === undefined ? (test.skip as typeof test) : test;

let launched: Promise<Browser> | undefined;

/** One browser for all tests of a worker; it ends with the worker. */
export function launchBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error("there is no Chromium");
  // A container has no namespaces for the sandbox; the pages are our own, and may share a process.
  const args = ["--no-sandbox", "--disable-dev-shm-usage", "--renderer-process-limit=1"];
  launched ??= chromium.launch({ executablePath, args });
  return launched;
}
