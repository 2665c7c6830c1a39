import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { pathExists } from "../../store/file-system.ts";

/** Usual places of a Chromium; a named one comes first. */
const PLACES: readonly string[] = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

const PATIENCE_MS = 60_000;

/** Paints a drawing of ours as PNG; `null` if there is no Chromium here, or it failed. */
export async function paintPng(
  svg: string,
  size: { readonly width: number; readonly height: number },
  signal: AbortSignal,
): Promise<Buffer | null> {
  const browser = await findBrowser();
  if (browser === null) return null;
  const folder = await mkdtemp(join(tmpdir(), "invisiblebench-paint-"));
  const [drawing, picture] = [join(folder, "drawing.svg"), join(folder, "picture.png")];
  try {
    await writeFile(drawing, svg);
    const paint = [
      "--hide-scrollbars",
      "--force-device-scale-factor=1",
      `--window-size=${size.width},${size.height}`,
      `--screenshot=${picture}`,
    ];
    await openIn(browser, drawing, paint, signal);
    return await readFile(picture);
  } catch {
    signal.throwIfAborted();
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Opens a file of ours without a window, in a separate profile.
 * @param wanted the output to make of it
 */
async function openIn(
  browser: string,
  file: string,
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), "invisiblebench-print-"));
  const args = [
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    // Chromium refuses its sandbox to root; the page is our own and has no script.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    `--user-data-dir=${profile}`,
    ...wanted,
    pathToFileURL(file).href,
  ];
  try {
    await promisify(execFile)(browser, args, { signal, timeout: PATIENCE_MS });
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Reads the process environment only: a project's `.env` must not name a program that is then run. */
async function findBrowser(): Promise<string | null> {
  const named = process.env["CHROMIUM_PATH"] ?? "";
  // Does not fall back if the named browser is missing: the name was deliberate.
  if (named !== "") return (await pathExists(named)) ? named : null;
  for (const place of PLACES) if (await pathExists(place)) return place;
  return null;
}
