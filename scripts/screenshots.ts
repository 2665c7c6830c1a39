/**
 * Captures every page of the viewer, wide and on a phone, light and dark, into `docs/images/`. It shows the results of
 * `npm start`, whose assistants are simulated, so the pictures are reproducible. Needs Chromium and the built page.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { createBench } from "../src/index.ts";
import { chunkPath } from "../src/schema/site-paths.ts";
import type { SiteChunk } from "../src/site/site-chunks.ts";

const images = resolve(import.meta.dirname, "../docs/images");
const SIZES = {
  wide: { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 },
} as const;
const QUALITY = 0.6;
/** Delay until enough of a run is finished to follow it. */
const LIVE_AFTER_MS = 30_000;

const executablePath = [
  process.env["CHROMIUM_PATH"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
].find((path) => path !== "" && existsSync(path));
if (executablePath === undefined)
  throw new Error("There is no Chromium: install one, or name it in CHROMIUM_PATH.");

const folder = mkdtempSync(join(tmpdir(), "invisiblebench-screenshots-"));
const results = join(folder, "results");
const controller = new AbortController();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const bench = createBench({ results });
  await bench.evaluate({ runId: "simulated", label: "v1.0" });
  // A second release, for its history; and a judge that errs, for contested verdicts.
  await bench.evaluate({ runId: "next", label: "v1.1", seed: 7, models: ["sim/brittle", "sim/careful"] });
  await bench.scan("simulated", { judge: "sim/noisy-judge", adjudicator: "sim/judge", profile: "publish" });
  const { url } = await bench.view({ signal: controller.signal });
  mkdirSync(images, { recursive: true });
  const pages = await addresses(url);
  await bench.publish(join(folder, "site"), [pages.scan]);
  const about = pathToFileURL(join(folder, "site/about/board.html")).href;
  await picture({ ...pages.within, about });
  await whileRunning(url, (address) => picture({ live: address }));
} finally {
  controller.abort();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function picture(pages: Readonly<Record<string, string>>): Promise<void> {
  for (const [size, shape] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ ...shape, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      for (const [name, address] of Object.entries(pages)) {
        // Paper is white.
        if (name === "brief" && colorScheme === "dark") continue;
        await open(page, address);
        const webp = await compress(browser, await page.screenshot());
        writeFileSync(join(images, `${name}-${size}-${colorScheme}.webp`), webp);
      }
      await context.close();
    }
  }
}

/** Follows a run of slow assistants while the callback uses it. */
async function whileRunning(url: string, look: (address: string) => Promise<void>): Promise<void> {
  const bin = resolve(import.meta.dirname, "../bin/invisiblebench.js");
  const env = { ...process.env, INVISIBLEBENCH_SIM_LATENCY_MS: "2000" };
  const args = [bin, "eval", "--run-id", "under-way", "--out", results];
  const run = spawn(process.execPath, args, { env, stdio: "ignore" });
  try {
    await setTimeout(LIVE_AFTER_MS);
    await look(`${url}#/runs/under-way`);
  } finally {
    run.kill("SIGTERM");
    await once(run, "exit");
  }
}

/** One address per kind of page, chosen so that the page has content. */
async function addresses(url: string) {
  // The server writes each chunk from the schema of its kind.
  const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
  const { scans } = (await read(chunkPath.index())) as SiteChunk<"index">;
  const judgedBy = async (judge: string) => {
    for (const { scan, run_id } of scans) {
      const board = (await read(chunkPath.board(scan))) as SiteChunk<"board">;
      if (run_id === "simulated" && board.judge?.startsWith(judge)) return board;
    }
    throw new Error(`nothing was judged by ${judge}`);
  };
  const { scan, lead } = await judgedBy("sim/judge");
  const { scan: doubted } = await judgedBy("sim/noisy-judge");
  const finding = lead?.finding;
  if (finding == null)
    throw new Error("the simulated assistants crossed no line, so there is nothing to show");
  const at = `${url}#/s/${scan}`;
  const within = {
    board: at,
    blindspots: `${at}/blindspots`,
    find: `${at}/find?words=${encodeURIComponent("you don't")}`,
    contested: `${url}#/s/${doubted}/contested`,
    model: `${at}/models/${finding.slug}`,
    conversation: `${at}/conversations/${finding.conversation}?check=${finding.mode_id}`,
    check: `${at}/checks/${finding.mode_id}`,
    checks: `${at}/checks`,
    scenario: `${at}/scenarios/${finding.scenario_id}`,
    scenarios: `${at}/scenarios`,
    compare: `${at}/compare`,
    line: `${url}#/line/${finding.slug}`,
    runs: `${url}#/runs`,
    run: `${url}#/runs/simulated`,
    methods: `${url}#/methods`,
    brief: `${url}brief/${scan}/brief.html`,
  };
  return { scan: `simulated/${scan.split("~")[1] ?? ""}`, within };
}

async function open(page: Page, address: string): Promise<void> {
  // A new document each time, so that no state of the previous page remains.
  await page.goto("about:blank");
  await page.goto(address);
  await page.locator("main h1").waitFor();
  await page.getByText("Loading…").waitFor({ state: "detached" });
  // A page that follows a run is never idle.
  if (!address.includes("under-way")) await page.waitForLoadState("networkidle");
  await page.evaluate("document.fonts.ready");
}

/** Converts to WebP in the browser: a fifth of the size of a PNG. */
async function compress(within: Browser, png: Buffer): Promise<Buffer> {
  const page = await within.newPage();
  const dataUrl: unknown = await page.evaluate(
    `fetch("data:image/png;base64,${png.toString("base64")}")
      .then((response) => response.blob())
      .then((blob) => createImageBitmap(blob))
      .then((bitmap) => {
        const canvas = document.createElement("canvas");
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        canvas.getContext("2d").drawImage(bitmap, 0, 0);
        return canvas.toDataURL("image/webp", ${QUALITY});
      })`,
  );
  await page.close();
  return Buffer.from(String(dataUrl).split(",")[1] ?? "", "base64");
}
