import { expect } from "vitest";
import { axeViolations } from "./axe.fixture.ts";
import { browserTest } from "./chromium.fixture.ts";
import { viewResults } from "./viewed-results.fixture.ts";
import { watchPage } from "./watched-page.fixture.ts";

const viewed = viewResults();

const WIDTHS = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Every kind of page, with something in it. */
async function addresses(): Promise<Readonly<Record<string, string>>> {
  const { scans, checks, scenarios, runs } = await viewed.index();
  const [scan] = scans;
  const [a, b] = scan?.models ?? [];
  if (scan === undefined || a === undefined || b === undefined)
    throw new Error("there is nothing to look at");
  const scenario = scenarios.find(({ scenario_id }) => scenario_id === "safety_crisis_bin_days_001");
  const at = `#/s/${scan.scan}`;
  const sides = `a=${scan.scan}@${a.slug}&b=${scan.scan}@${b.slug}`;
  const conversation = `${a.slug}__${scenario?.scenario_id}.r1`;
  return {
    board: at,
    "blind spots": `${at}/blindspots`,
    model: `${at}/models/${a.slug}`,
    conversation: `${at}/conversations/${conversation}`,
    checks: `${at}/checks`,
    check: `${at}/checks/${checks[0]?.mode_id}`,
    scenarios: `${at}/scenarios`,
    scenario: `${at}/scenarios/${scenario?.scenario_id}`,
    compare: `${at}/compare?${sides}`,
    "compared conversation": `${at}/compare?${sides}&scenario=${scenario?.scenario_id}`,
    runs: "#/runs",
    run: `#/runs/${runs[0]?.run_id}`,
    methods: "#/methods",
    "missing page": "#/nowhere",
  };
}

browserTest.for([
  ["light", "wide"],
  ["dark", "wide"],
  ["light", "phone"],
  ["dark", "phone"],
] as const)(
  "axe finds nothing on any page, %s and %s",
  { timeout: 180_000 },
  async ([colorScheme, width]) => {
    await using watched = await watchPage(viewed.url, { colorScheme, viewport: WIDTHS[width] });
    const { page } = watched;
    const found: string[] = [];
    for (const [name, address] of Object.entries(await addresses())) {
      // Through an empty page, so that no heading of the page before is taken for this one's.
      await page.goto("about:blank");
      await page.goto(`${viewed.url}${address}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      found.push(...(await axeViolations(page)).map((violation) => `${name}: ${violation}`));
    }
    expect(found).toEqual([]);
    expect(watched.complaints).toEqual([]);
  },
);
