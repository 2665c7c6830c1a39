/** Measures a reader's waiting times in Chromium: the board, a conversation, the findings. */

import type { BarePage } from "./bare-page.ts";

/** From the empty page to a board with every model, whose next frame is drawn. */
export async function openBoard(page: BarePage, url: string, models: number): Promise<number> {
  const start = performance.now();
  await page.goto(url);
  await page.evaluate(`new Promise((resolve) => {
    const models = () => new Set([...document.querySelectorAll("main table a[href*='/models/']")].map((a) => a.href));
    const look = () => requestAnimationFrame(models().size >= ${models} ? () => setTimeout(resolve) : look);
    look();
  })`);
  return performance.now() - start;
}

/** Different conversations of different models, each from the click on to its last reply. */
export async function openConversations(page: BarePage, count: number): Promise<readonly number[]> {
  const scan = await shownScan(page);
  // Written by the viewer from the schema of its index.
  const index = (await page.evaluate(`fetch("data/index.json").then((answer) => answer.json())`)) as {
    readonly scenarios: readonly { readonly scenario_id: string; readonly title: string }[];
  };
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const scenario = index.scenarios[(number * 5) % index.scenarios.length];
    const key = `maker-${number + 1}__model__${scenario?.scenario_id}.r1`;
    // Measured in the page: the way from here to there is not what a reader waits for.
    const ms: unknown = await page.evaluate(`new Promise((resolve) => {
      const start = performance.now();
      location.hash = ${JSON.stringify(`#/s/${scan}/conversations/${key}`)};
      const look = () =>
        document.querySelector("h1")?.textContent.includes(${JSON.stringify(scenario?.title)}) &&
        document.querySelector(".message.assistant")
          ? requestAnimationFrame(() => resolve(performance.now() - start))
          : requestAnimationFrame(look);
      look();
    })`);
    times.push(Number(ms));
  }
  return times;
}

export interface SearchTimes {
  /** Until the first rows with the words in them were drawn. */
  readonly firstMs: number;
  /** Until every assistant was looked through. */
  readonly allMs: number;
}

/** From the address of a search on; what is loaded for it is loaded by the page. */
export async function searchWords(page: BarePage, scan: string, words: string): Promise<SearchTimes> {
  const times: unknown = await page.evaluate(`new Promise((resolve) => {
    const start = performance.now();
    let firstMs = null;
    location.hash = ${JSON.stringify(`#/s/${scan}/find?words=${words}`)};
    const isThere = () => [...document.querySelectorAll(".found-row mark.found")].some(
      (mark) => mark.textContent.toLowerCase().startsWith(${JSON.stringify(words)}));
    const look = () => {
      if (firstMs === null && isThere()) firstMs = performance.now() - start;
      const status = document.querySelector("main [role=status]")?.textContent ?? "so far";
      if (firstMs !== null && !status.includes("so far")) resolve({ firstMs, allMs: performance.now() - start });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);
  // The object that the page made two lines above.
  return times as SearchTimes;
}

export async function shownScan(page: BarePage): Promise<string> {
  return /#\/s\/([^/?]+)/.exec(String(await page.evaluate("location.href")))?.[1] ?? "";
}
