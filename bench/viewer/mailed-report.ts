import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { openBarePage } from "./bare-page.ts";
import { goal } from "./goals.ts";
import { openBoard, searchWords, shownScan } from "./page-times.ts";

const ASSISTANTS = 5;
const REPORT_GOAL_KILOBYTES = 6000;
const BIN = fileURLToPath(new URL("../../bin/invisiblebench.js", import.meta.url));

/** The report of the default eval: how large it is, how soon it opens from disk, and how soon it can be searched. */
export async function measureReport(chromium: string, results: string): Promise<readonly string[]> {
  await promisify(execFile)(process.execPath, [BIN, "eval", "--run-id", "all", "--out", results]);
  const [report] = globSync(join(results, "all/scans/*/report/index.html"));
  if (report === undefined) throw new Error("the eval wrote no report");
  await using page = await openBarePage(chromium);
  const openMs = await openBoard(page, pathToFileURL(report).href, ASSISTANTS);
  const scan = await shownScan(page);
  const { firstMs, allMs } = await searchWords(page, scan, "worry");
  // The list of what was found says so.
  const isCut = await page.evaluate(
    `document.querySelector("main").textContent.includes("not in this file")`,
  );
  const bytes = (await stat(report)).size;
  return [
    goal("mailed report of the default eval", bytes / 1000, REPORT_GOAL_KILOBYTES, "kB"),
    `mailed report: ${isCut === true ? "some conversations are left out" : "all conversations are in it"}`,
    `mailed report, opened from disk: ${Math.round(openMs)} ms`,
    `mailed report, first results of the first search: ${Math.round(firstMs)} ms, all assistants: ${Math.round(allMs)} ms`,
    `mailed report, memory of the page: ${Math.round(await page.megabytes())} MB`,
  ];
}
