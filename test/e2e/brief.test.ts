import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluatedRun, scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<\/?(?:td|th|tr|p|li|h\d)\b[^>]*>/g, "\n")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#39;", "'");

/** The rows of the terminal's table: an assistant, its lines crossed, its overall score. */
function rowsAtTerminal(printed: string): ReadonlyMap<string, { crossed: string; overall: string }> {
  const lines = printed.split("\n");
  const head = lines.findIndex((line) => line.startsWith("Model "));
  const titles = lines[head] ?? "";
  const cell = (line: string, title: string) => {
    const columns = Array.from(titles.matchAll(/\S+(?: \S+)*/g));
    const index = columns.findIndex(([name]) => name === title);
    return line.split(/ {2,}/)[index]?.trim() ?? "";
  };
  return new Map(
    lines
      .slice(head + 1)
      .filter((line) => line.startsWith("sim/"))
      .map((line) => [
        cell(line, "Model"),
        { crossed: cell(line, "Hard fails"), overall: cell(line, "Overall") },
      ]),
  );
}

test("the brief says the numbers of the terminal, that it is simulated, and how to verify it", async () => {
  await using folder = await evaluatedRun();
  const printed = await succeed("brief", join(folder.path, "all"), "--out", join(folder.path, "brief.html"));
  expect(printed).toBe(`${join(folder.path, "brief.html")}\n`);
  const html = await readFile(join(folder.path, "brief.html"), "utf8");
  const text = textOf(html);
  const rows = rowsAtTerminal(folder.printed.stdout);
  expect(rows.size).toBeGreaterThan(1);
  for (const [model, { crossed, overall }] of rows) {
    const row = html.split("<tr>").find((part) => part.includes(`>${model}</th>`)) ?? "";
    expect(textOf(row).split("\n")).toEqual(expect.arrayContaining([crossed, overall]));
  }
  expect(text).toContain("SIMULATED, about no real model");
  const scan = (await scanFolder(join(folder.path, "all"))).split("/").at(-1);
  expect(text).toContain(`verify all/${scan}`);
  expect(html).not.toMatch(/<script|https?:\/\/|style="/);
});

test("a brief lies in the scan's folder unless somebody says otherwise, and the scan verifies as before", async () => {
  await using folder = await evaluatedRun();
  const scan = await scanFolder(join(folder.path, "all"));
  expect(await succeed("brief", scan)).toBe(`${join(scan, "brief.html")}\n`);
  expect(await succeed("verify", scan)).toContain("Verified");
});

test("against an earlier scan it says what changed, and that chance may be all of it", async () => {
  await using folder = await evaluatedRun();
  const out = ["--out", folder.path];
  await succeed("eval", "--run-id", "other", "--seed", "7", ...out, ...THREE_SCENARIOS);
  const file = join(folder.path, "brief.html");
  await succeed("brief", join(folder.path, "other"), "--against", join(folder.path, "all"), "--out", file);
  const text = textOf(await readFile(file, "utf8"));
  expect(text).toMatch(/Since all, \d+ \w+ \d{4}/);
  expect(text).toMatch(
    /sim\/\w+: lines crossed \d+\/3 → \d+\/3; paired by scenario .*, p .*cannot be told apart/,
  );
});
