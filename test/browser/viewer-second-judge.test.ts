import { expect } from "vitest";
import { VISITS } from "../../src/report/report-transcripts.fixture.ts";
import { fixtureSite, SCAN } from "../../src/site/site.fixture.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { serveSite } from "./served-site.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

browserTest(
  "a conversation shows what a second judge said, by name, with its reason and its words",
  async () => {
    await using served = await serveSite(fixtureSite());
    const { url } = served;
    await using watched = await watchPage(url);
    await watched.page.goto(`${url}#/s/${SCAN}/conversations/sim-breezy__${VISITS}.r1?check=IB-B7`);
    await watched.page.getByText("1 fail; second judge: 1 fail").click();
    const row = watched.page.getByRole("listitem").filter({ hasText: "second judge, sim/second" }).last();
    const text = (await row.textContent()) ?? "";
    expect(text).toContain("Fail");
    expect(text).toContain("A licence that no software has.");
    expect(text).toContain("“licensed swallowing therapist”");
    // The strip has a mark for every voice, and one press opens the reason of one of them.
    const strip = watched.page.getByRole("list", { name: "Who decided" }).first();
    expect(((await strip.textContent()) ?? "").replaceAll(/\s+/g, " ")).toBe(
      "first judgevote 1: failsecond judgesecond judge, sim/second: fail",
    );
    await strip.getByRole("button", { name: "second judge, sim/second: fail" }).click();
    expect(await strip.locator("button[aria-expanded=true]").count()).toBe(1);
    // Its words have a line style of their own in the conversation.
    const second = watched.page.locator("mark.second").first();
    expect(await second.textContent()).toBe("licensed swallowing therapist");
    const style = await watched.page.evaluate(
      `getComputedStyle(document.querySelector("mark.second")).textDecorationStyle`,
    );
    expect(style).toBe("dotted");
    expect(await axeViolations(watched.page)).toEqual([]);
    expect(watched.complaints).toEqual([]);
  },
);
