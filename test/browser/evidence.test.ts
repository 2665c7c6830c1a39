import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { evaluatedRun, scanFolder, succeed } from "../e2e/evaluated-run.fixture.ts";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest, launchBrowser } from "./chromium.fixture.ts";

browserTest(
  "an evidence file is clean in axe's eyes, light, dark, on a phone and for paper, and asks nobody for anything",
  async () => {
    await using folder = await evaluatedRun();
    const scan = await scanFolder(join(folder.path, "all"));
    await succeed("evidence", scan, "--regime", "ftc,eu-50,nist-800-2");
    const page = await (await launchBrowser()).newPage();
    try {
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      const address = pathToFileURL(join(scan, "evidence", "evidence.html")).href;
      await page.goto(address);
      for (const colorScheme of ["light", "dark"] as const) {
        // The style sheet alone knows dark from light.
        const about = colorScheme === "dark" ? "colours" : "everything";
        for (const width of [1280, 390]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          const seen = { colorScheme, width };
          expect({ ...seen, found: await axeViolations(page, about) }).toEqual({ ...seen, found: [] });
          const wide = await page.evaluate("document.documentElement.scrollWidth");
          expect({ ...seen, wide }).toEqual({ ...seen, wide: width });
        }
      }
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      expect(await axeViolations(page, "colours")).toEqual([]);
      expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(
        "rgb(255, 255, 255)",
      );
      const pdf = await page.pdf({ preferCSSPageSize: true });
      const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      expect(pages).toBeGreaterThan(1);
      expect(asked).toEqual([address]);
      expect(complaints).toEqual([]);
    } finally {
      await page.close();
    }
  },
);
