import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { createBench } from "../../src/index.ts";
import { HumanLabel } from "../../src/schema/human-label.ts";
import { evaluatedRun, succeed } from "../e2e/evaluated-run.fixture.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { batchOf } from "./review-batch.fixture.ts";
import { builtReviewPage } from "./review-page.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

const review = builtReviewPage();

const textOf = async (place: Locator) => (await place.textContent()) ?? "";
const saved = (page: Page) => page.getByRole("status").filter({ hasText: "Saved." }).waitFor();

async function begin(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Before you begin" }).waitFor();
  await page.getByRole("button", { name: /^(Begin|Go on)/ }).click();
  await page.getByRole("heading", { level: 1, name: /^(Item|All items)/ }).waitFor();
}

/** Marks a whole paragraph of the assistant's, as a triple click does, and quotes it. */
async function quoteParagraph(page: Page): Promise<string> {
  const paragraph = page.locator('[data-role="assistant"] p').first();
  await paragraph.click({ clickCount: 3 });
  await page.keyboard.press("q");
  await page.locator("mark.quote.chosen").first().waitFor();
  return (await textOf(paragraph)).trim();
}

async function readRows(path: string): Promise<readonly HumanLabel[]> {
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  return lines.map((line) => HumanLabel.parse(JSON.parse(line)));
}

browserTest(
  "two annotators label apart, disagree once, a third decides, and calibrate reads what they said",
  { timeout: 180_000 },
  async () => {
    await using run = await evaluatedRun();
    const batch = join(run.path, "batch");
    const { items } = await createBench({ results: run.path }).exportReview("all", {
      checks: ["IB-A2", "IB-C11"],
      perStratum: 1,
      directory: batch,
      signal: new AbortController().signal,
    });
    expect(items).toBeGreaterThan(2);
    let failing = "";
    {
      await using open = await review.serve(batch, "label", ["anna", "ben"]);
      await using anna = await watchPage(open.home);
      await using ben = await watchPage(open.home);
      await Promise.all([begin(anna.page, open.linkOf("anna")), begin(ben.page, open.linkOf("ben"))]);
      expect(anna.page.url()).not.toContain("token");

      await ben.page.keyboard.press("1");
      await ben.page.getByText("A Fail needs the words that fail").waitFor();
      failing = await quoteParagraph(ben.page);
      await ben.page.getByText("found", { exact: false }).first().waitFor();
      await ben.page.getByRole("radio", { name: "high" }).check();
      await ben.page.getByLabel("Note: why").fill("It goes along with it.");
      await saved(ben.page);
      await ben.page.getByText(`1 of ${items} finished`).waitFor();
      const versions = () => readFile(join(batch, "labels/ben.jsonl"), "utf8");
      await expect.poll(versions, { timeout: 10_000 }).toContain("It goes along with it.");
      await ben.page.reload();
      expect(await ben.page.getByLabel("Note: why").inputValue()).toBe("It goes along with it.");
      expect(await ben.page.getByRole("radio", { name: "Fail" }).isChecked()).toBe(true);
      await ben.page.keyboard.press("n");

      for (const [page, from] of [
        [anna.page, 1],
        [ben.page, 2],
      ] as const) {
        for (let number = from; number <= items; number += 1) {
          await page.getByRole("heading", { name: `Item ${number} of ${items}` }).waitFor();
          await page.getByRole("radio", { name: "Pass" }).waitFor();
          await page.keyboard.press("2");
          await saved(page);
          expect(await textOf(page.locator("body"))).not.toMatch(/sim\/|sim__|It goes along with it/);
          await page.keyboard.press("n");
        }
        await page.getByText("All items are finished.").waitFor();
      }
      const live = await succeed("review", "merge", batch);
      expect(live).toContain(`anna: ${items} of ${items} items`);
      expect(live).toContain(`ben: ${items} of ${items} items`);
      expect(live).toMatch(new RegExp(`anna × ben +${items - 1}/${items} `));
      expect(live).toContain("Disagreements: 1, of which adjudicated: 0");
      expect([...anna.complaints, ...ben.complaints]).toEqual([]);
    }
    {
      await using open = await review.serve(batch, "adjudicate", ["chris"]);
      await using chris = await watchPage(open.home);
      const { page } = chris;
      await begin(page, open.linkOf("chris"));
      await page.getByRole("heading", { name: "Item 1 of 1" }).waitFor();
      const opinions = page.getByRole("region", { name: "What the readers said" });
      expect(await opinions.getByRole("listitem").count()).toBe(2);
      const shown = await textOf(opinions);
      expect(shown).toMatch(/Reader A: +(Fail|Pass)/);
      expect(shown).toContain("It goes along with it.");
      expect(await textOf(page.locator("body"))).not.toMatch(/\banna\b|\bben\b/);
      await page.getByRole("radio", { name: "Unclear" }).check();
      await saved(page);
      expect(chris.complaints).toEqual([]);
    }
    const merged = await succeed("review", "merge", batch);
    expect(merged).toContain("Disagreements: 1, of which adjudicated: 1");
    const labels = await readRows(`${batch}.labels.jsonl`);
    const [decided] = await readRows(`${batch}.adjudicated.jsonl`);
    expect(labels).toHaveLength(2 * items);
    const fail = labels.find(({ label }) => label === "FAIL");
    expect(fail).toMatchObject({ annotator: "ben", note: "It goes along with it." });
    expect(fail?.quote?.replaceAll(/\s+/g, " ")).toBe(failing.replaceAll(/\s+/g, " "));
    expect(fail?.item).toMatch(/^sim__.+\.r1#IB-(A2|C11)$/);
    expect(decided).toMatchObject({ annotator: "adjudicated", label: "UNCLEAR", item: fail?.item });
    const agreement = await succeed("calibrate", "labels", `${batch}.labels.jsonl`);
    expect(agreement).toContain("anna × ben");
    await succeed("calibrate", "labels", `${batch}.labels.jsonl`, `${batch}.adjudicated.jsonl`);
  },
);

browserTest("the content note stands before every item, and pause hides everything", async () => {
  const batch = await batchOf(review.folder, ["A first reply.", "A second reply."]);
  await using open = await review.serve(batch, "label", ["anna"]);
  await using watched = await watchPage(open.home);
  const { page } = watched;
  await page.goto(open.linkOf("anna"));
  await page.getByRole("heading", { name: "Before you begin" }).waitFor();
  await page.goto(`${open.home}#/items/2`);
  await page.getByRole("heading", { name: "Before you begin" }).waitFor();
  expect(await textOf(page.locator("body"))).not.toContain("reply.");
  await page.getByRole("button", { name: "Begin with the first of 2" }).click();
  await page.getByRole("heading", { name: "Item 1 of 2" }).waitFor();
  await page.getByRole("radio", { name: "Pass" }).waitFor();

  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("heading", { name: "Paused" }).waitFor();
  expect(await textOf(page.locator("main"))).not.toContain("reply.");
  for (const place of ["pause", "items/1", "overview"]) {
    await page.goto(`${open.home}#/${place}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await textOf(page.getByRole("contentinfo"))).toContain("988");
  }
  expect(watched.complaints).toEqual([]);
});

browserTest("everything can be done from the keyboard", async () => {
  const batch = await batchOf(review.folder, ["Call somebody now, please.", "Never mind then."]);
  await using open = await review.serve(batch, "label", ["anna"]);
  await using watched = await watchPage(open.home);
  const { page } = watched;
  const press = (...keys: readonly string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.goto(open.linkOf("anna"));
  await page.getByRole("button", { name: /^Begin/ }).focus();
  await press("Enter");
  await page.getByRole("radio", { name: "Fail" }).waitFor();
  await press("3", "c", "c", "e");
  await page.keyboard.type("Could be read both ways. 1 2 n z");
  await press("Escape");
  await saved(page);
  expect(await page.getByRole("radio", { name: "Unclear" }).isChecked()).toBe(true);
  expect(await page.getByRole("radio", { name: "medium" }).isChecked()).toBe(true);

  await page.getByText("Type or paste them instead").focus();
  await press("Enter", "Tab");
  await page.keyboard.type("words that nobody said");
  await press("Tab", "Enter");
  await page.getByRole("alert").filter({ hasText: "not in the conversation" }).waitFor();
  const typed = page.getByLabel("Words, exactly as they are");
  await typed.fill((await textOf(page.locator('[data-role="assistant"]'))).toUpperCase());
  await press("Tab", "Enter");
  await page.getByText("Assistant, turn 1: found, apart from").waitFor();
  await press("z");
  await page.getByRole("heading", { name: "Paused" }).waitFor();
  await press("Tab", "Shift+Tab");
  await page.getByRole("button", { name: "Go on" }).focus();
  await press("Enter");
  await page.getByRole("heading", { name: "Item 1 of 2" }).waitFor();
  await page.getByRole("radio", { name: "Unclear" }).waitFor();
  expect(await page.getByLabel("Note: why").inputValue()).toBe("Could be read both ways. 1 2 n z");
  await press("j");
  await page.getByRole("heading", { name: "Item 2 of 2" }).waitFor();
  // The browser itself says that a label was not taken.
  expect(watched.complaints.filter((complaint) => !complaint.includes("422"))).toEqual([]);
});

browserTest("a label made while the server is away is saved when it is back", async () => {
  const batch = await batchOf(review.folder, ["A reply while offline."]);
  await using open = await review.serve(batch, "label", ["anna"]);
  await using watched = await watchPage(open.home);
  const { page } = watched;
  await begin(page, open.linkOf("anna"));
  await page.getByRole("radio", { name: "Pass" }).waitFor();
  await page.context().setOffline(true);
  await page.keyboard.press("2");
  await page.getByText("Not saved yet: the server cannot be reached.").waitFor();
  await page.context().setOffline(false);
  await saved(page);
  await page.getByText("1 of 1 finished").waitFor();
});

browserTest("a link of an earlier start is not valid, and says so", async () => {
  const batch = await batchOf(review.folder, ["A reply for nobody."]);
  await using open = await review.serve(batch, "label", ["anna"]);
  await using watched = await watchPage(open.home);
  await watched.page.goto(`${open.home}#token=AAAAAAAAAAAAAAAAAAAAAAAA`);
  await watched.page.getByRole("heading", { name: "This link is not valid" }).waitFor();
  expect(await axeViolations(watched.page)).toEqual([]);
});

const HOSTILE = {
  "a script": "<script>document.title = 'owned'; alert(1)</script> words after it",
  "an event handler": '<img src=x onerror="alert(1)"> words after it',
  "a javascript link": "[press me](javascript:alert(1)) and <a href='javascript:alert(1)'>me</a>",
  "a foreign picture": "![look](https://example.org/pixel.png) words after it",
  "a huge line": `${"endless".repeat(40_000)} end`,
  "a bidi control": "safe \u202Egnihton si siht\u202C words after it",
  "an ANSI escape": "\u001B[31mred\u001B[0m \u001B]8;;https://example.org\u0007link words after it",
  "zero-width characters": "wo\u200Brds\u2060 with\u200D nothing\uFEFF between",
} as const;

browserTest.for(Object.entries(HOSTILE))(
  "%s in a reply changes nothing but the text, and can be quoted",
  { timeout: 60_000 },
  async ([, reply]) => {
    const batch = await batchOf(review.folder, [reply]);
    await using open = await review.serve(batch, "label", ["anna"]);
    await using watched = await watchPage(open.home);
    const { page } = watched;
    await begin(page, open.linkOf("anna"));
    await page.getByRole("radio", { name: "Fail" }).waitFor();
    const message = page.locator('[data-role="assistant"]');
    expect(await message.locator("a, img, script, iframe, [onerror], [style]").count()).toBe(0);
    expect(await page.title()).toBe("Item 1 of 1 · InvisibleBench");
    const hasSideScroll = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await page.evaluate(hasSideScroll)).toBe(false);
    if (reply.length < 5000) {
      await page.keyboard.press("1");
      await quoteParagraph(page);
      await page.getByText("1 of 1 finished").waitFor();
    }
    expect(watched.complaints).toEqual([]);
  },
);

browserTest.for([
  ["light", 1280],
  ["dark", 1280],
  ["light", 390],
  ["dark", 390],
] as const)(
  "axe finds nothing on any page, %s at %i pixels",
  { timeout: 120_000 },
  async ([colorScheme, width]) => {
    const batch = await batchOf(review.folder, [
      `**Call** somebody now.\n\n- one\n- two\n\nIn ${colorScheme} at ${width}.`,
      "Never mind then.",
    ]);
    const found: string[] = [];
    const look = async (page: Page, name: string) => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      found.push(...(await axeViolations(page)).map((violation) => `${name}: ${violation}`));
    };
    const viewport = { width, height: 844 };
    {
      await using open = await review.serve(batch, "label", ["anna", "ben"]);
      await using anna = await watchPage(open.home, { colorScheme, viewport });
      const { page } = anna;
      await page.goto(open.linkOf("anna"));
      await page.getByRole("button", { name: /^Begin/ }).waitFor();
      await look(page, "content note");
      await page.getByRole("button", { name: /^Begin/ }).click();
      await page.getByRole("radio", { name: "Fail" }).waitFor();
      await look(page, "item");
      await page.keyboard.press("1");
      await quoteParagraph(page);
      for (const summary of await page.locator("summary").all()) await summary.click();
      await look(page, "labelled item");
      await page.getByRole("button", { name: "Keys" }).click();
      await look(page, "keys");
      await page.keyboard.press("Escape");
      for (const place of ["overview", "pause"]) {
        await page.goto(`${open.home}#/${place}`);
        await look(page, place);
      }
      await using ben = await watchPage(open.home);
      await begin(ben.page, open.linkOf("ben"));
      for (const number of [1, 2]) {
        await ben.page.getByRole("heading", { name: `Item ${number} of 2` }).waitFor();
        await ben.page.getByRole("radio", { name: "Pass" }).waitFor();
        await ben.page.keyboard.press("2");
        await saved(ben.page);
        await ben.page.keyboard.press("n");
      }
      expect([...anna.complaints, ...ben.complaints]).toEqual([]);
    }
    await using open = await review.serve(batch, "adjudicate", ["chris"]);
    await using chris = await watchPage(open.home, { colorScheme, viewport });
    await begin(chris.page, open.linkOf("chris"));
    await chris.page.getByRole("radio", { name: "Pass" }).waitFor();
    await look(chris.page, "adjudication");
    expect(found).toEqual([]);
    expect(chris.complaints).toEqual([]);
  },
);
