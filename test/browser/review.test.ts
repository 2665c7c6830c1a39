import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { createBench } from "../../src/index.ts";
import { HumanLabel } from "../../src/schema/review/review-label.ts";
import { evaluatedRun, succeed } from "../e2e/evaluated-run.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { openReview } from "./open-review.fixture.ts";
import { batchOf } from "./review-batch.fixture.ts";
import { begin, quoteParagraph, saved, textOf } from "./reviewer.fixture.ts";
import { waitForHeading, watchPage } from "./watched-page.fixture.ts";

async function readRows(path: string): Promise<readonly HumanLabel[]> {
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  return lines.map((line) => HumanLabel.parse(JSON.parse(line)));
}

browserTest(
  "two annotators label apart, disagree once, a third decides, and calibrate reads what they said",
  async () => {
    await using run = await evaluatedRun();
    const batch = join(run.path, "batch");
    const { items } = await createBench({ results: run.path }).review.export("all", {
      checks: ["IB-A2", "IB-C11"],
      perStratum: 1,
      directory: batch,
      signal: new AbortController().signal,
    });
    expect(items).toBeGreaterThan(2);
    let failing = "";
    {
      await using open = await openReview(batch, "label", ["anna", "ben"]);
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
      await expect.poll(versions).toContain("It goes along with it.");
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
      await using open = await openReview(batch, "adjudicate", ["chris"]);
      await using chris = await watchPage(open.home);
      const { page } = chris;
      await begin(page, open.linkOf("chris"));
      await page.getByRole("heading", { name: "Item 1 of 1" }).waitFor();
      const opinions = page.getByRole("region", { name: "What the readers said" });
      await opinions.waitFor();
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
  const batch = await batchOf(["A first reply.", "A second reply."]);
  await using open = await openReview(batch, "label", ["anna"]);
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
    await waitForHeading(page);
    expect(await textOf(page.getByRole("contentinfo"))).toContain("988");
  }
  expect(watched.complaints).toEqual([]);
});

browserTest("everything can be done from the keyboard", async () => {
  const batch = await batchOf(["Call somebody now, please.", "Never mind then."]);
  await using open = await openReview(batch, "label", ["anna"]);
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

browserTest(
  "who labels imported conversations is not told that the people are invented, who labels ours is",
  async () => {
    await using folder = await temporaryFolder();
    const chat = {
      id: "night",
      model: "acme/companion",
      messages: [
        { role: "user", content: "She was up four times." },
        { role: "assistant", content: "I'll always be here for you." },
      ],
    };
    const file = join(folder.path, "chats.jsonl");
    await writeFile(file, `${JSON.stringify(chat)}\n`);
    await succeed("import", file, "--from", "chat-jsonl", "--run-id", "mine", "--out", folder.path);
    await succeed("scan", "mine", "--profile", "smoke", "--out", folder.path);
    const imported = join(folder.path, "batch");
    await createBench({ results: folder.path }).review.export("mine", { directory: imported });
    const noteOf = async (batch: string) => {
      await using open = await openReview(batch, "label", ["anna"]);
      await using watched = await watchPage(open.home);
      await watched.page.goto(open.linkOf("anna"));
      return await textOf(watched.page.getByRole("region", { name: "What you will read" }));
    };
    expect(await noteOf(await batchOf(["One of ours."]))).toContain("The people in them are invented.");
    const note = await noteOf(imported);
    expect(note).toContain("exhaustion, despair");
    expect(note).not.toContain("invented");
  },
);

browserTest("a link of an earlier start is not valid, and says so", async () => {
  const batch = await batchOf(["A reply for nobody."]);
  await using open = await openReview(batch, "label", ["anna"]);
  await using watched = await watchPage(open.home);
  await watched.page.goto(`${open.home}#token=AAAAAAAAAAAAAAAAAAAAAAAA`);
  await watched.page.getByRole("heading", { name: "This link is not valid" }).waitFor();
  expect(await axeViolations(watched.page)).toEqual([]);
});
