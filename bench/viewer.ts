/**
 * Measures the viewer with 22 models, 64 scenarios, 53 checks and 3 votes each, in Chromium; its index of 2,000 runs; a
 * mailed report.
 */

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBarePage } from "./viewer/bare-page.ts";
import { goal, median } from "./viewer/goals.ts";
import { MODELS, writeLargeScan } from "./viewer/large-scan.ts";
import { measureReport } from "./viewer/mailed-report.ts";
import { measureIndex } from "./viewer/many-runs.ts";
import { openBoard, openConversations, searchWords, shownScan } from "./viewer/page-times.ts";
import { startViewer } from "./viewer/viewer-process.ts";

const OPENED = 12;
const BOARD_GOAL_MS = 1500;
const CONVERSATION_GOAL_MS = 300;
const SEARCH_GOAL_MS = 500;
const GOAL_MEGABYTES = 300;

export async function bench(): Promise<readonly string[]> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) throw new Error("There is no Chromium: name one in CHROMIUM_PATH.");
  const folder = await mkdtemp(join(tmpdir(), "ib-viewer-"));
  try {
    return [
      await writeLargeScan(join(folder, "results")),
      ...(await measureViewer(executablePath, join(folder, "results"))),
      ...(await measureIndex(join(folder, "many"))),
      ...(await measureReport(executablePath, join(folder, "mailed"))),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function measureViewer(chromium: string, results: string): Promise<readonly string[]> {
  await using viewer = await startViewer(results);
  await using page = await openBarePage(chromium);
  const boardMs = await openBoard(page, viewer.url, MODELS);
  const conversationMs = await openConversations(page, OPENED);
  const scan = await shownScan(page);
  const first = await searchWords(page, scan, "worry");
  const second = await searchWords(page, scan, "doctor");
  return [
    `server ready after ${(viewer.readyMs / 1000).toFixed(1)} s, with the scan read once`,
    goal("board interactive", boardMs, BOARD_GOAL_MS, "ms"),
    goal(`conversation opened, median of ${OPENED}`, median(conversationMs), CONVERSATION_GOAL_MS, "ms"),
    goal(
      `conversation opened, slowest of ${OPENED}`,
      Math.max(...conversationMs),
      CONVERSATION_GOAL_MS,
      "ms",
    ),
    goal("first search, first results", first.firstMs, SEARCH_GOAL_MS, "ms"),
    `first search, all ${MODELS} assistants looked through: ${(first.allMs / 1000).toFixed(1)} s`,
    goal("second search, first results", second.firstMs, SEARCH_GOAL_MS, "ms"),
    goal("memory of the page", await page.megabytes(), GOAL_MEGABYTES, "MB"),
    goal("memory of the server, at most", viewer.peakMegabytes(), GOAL_MEGABYTES, "MB"),
  ];
}

if (import.meta.main) for (const line of await bench()) console.log(line);
