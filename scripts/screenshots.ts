/**
 * Every page of the viewer, wide and on a phone, light and dark, into `docs/images/`. The results are those of
 * `npm start`: simulated assistants, so that anybody gets the same pictures. Needs Chromium and the built page.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { createBench } from "../src/index.ts";
import { chunkPath, type SiteChunk } from "../src/schema/site/site-data.ts";

const images = resolve(import.meta.dirname, "../docs/images");
const SIZES = {
  wide: { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
} as const;
const QUALITY = 0.7;

const executablePath = [
  process.env["CHROMIUM_PATH"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
].find((path) => path !== "" && existsSync(path));
if (executablePath === undefined)
  throw new Error("There is no Chromium: install one, or name it in CHROMIUM_PATH.");

const results = mkdtempSync(join(tmpdir(), "invisiblebench-screenshots-"));
const controller = new AbortController();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const bench = createBench({ results });

  await bench.evaluate({ runId: "simulated" });
  const { url } = await bench.view({ signal: controller.signal });
  mkdirSync(images, { recursive: true });
  const pages = await addresses(url);
  for (const [size, shape] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ ...shape, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      for (const [name, address] of Object.entries(pages)) {
        await open(page, url + address);
        const webp = await compress(browser, await page.screenshot());
        writeFileSync(join(images, `${name}-${size}-${colorScheme}.webp`), webp);
      }
      await context.close();
    }
  }
  console.log(`${Object.keys(pages).length * 4} pictures in docs/images/`);
} finally {
  controller.abort();
  await browser.close();
  rmSync(results, { recursive: true, force: true });
}

/** One address per kind of page, chosen where there is something to see. */
async function addresses(url: string): Promise<Readonly<Record<string, string>>> {
  // The server writes each chunk from the schema of its kind.
  const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
  const index = (await read(chunkPath.index())) as SiteChunk<"index">;
  const scan = index.board ?? index.scans[0]?.scan ?? "";
  const board = (await read(chunkPath.board(scan))) as SiteChunk<"board">;
  const finding = board.lead?.finding;
  if (finding == null)
    throw new Error("the simulated assistants crossed no line, so there is nothing to show");
  const at = `#/s/${scan}`;
  return {
    board: at,
    blindspots: `${at}/blindspots`,
    model: `${at}/models/${finding.slug}`,
    conversation: `${at}/conversations/${finding.conversation}?check=${finding.mode_id}`,
    check: `${at}/checks/${finding.mode_id}`,
    scenario: `${at}/scenarios/${finding.scenario_id}`,
    compare: `${at}/compare`,
    run: `#/runs/${index.runs[0]?.run_id ?? ""}`,
    methods: "#/methods",
  };
}

async function open(page: Page, address: string): Promise<void> {
  // A new document each time, so that no page shows what the one before left behind.
  await page.goto("about:blank");
  await page.goto(address);
  await page.locator("h1").waitFor();
  await page.waitForLoadState("networkidle");
}

/** As WebP, by the browser itself: a fifth of the size of a PNG. */
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
