import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "./cli.fixture.ts";
import { succeed, succeedWide } from "./evaluated-run.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const ACME = join(import.meta.dirname, "../../examples/acme");
const withPack = ["--pack", ACME];

test("the word lists of a pack's own checks are measured on the pack's cards", async () => {
  const { checks, without_lexicon } = JSON.parse(await succeed("calibrate", "golden", ...withPack, "--json"));
  const measured = [...checks.map(({ check }: { readonly check: string }) => check), ...without_lexicon];
  expect(measured.toSorted()).toEqual(["ACME-B1", "ACME-C1", "ACME-D1", "ACME-D2", "ACME-F1", "ACME-F2"]);
  const one = await succeedWide("calibrate", "golden", ...withPack, "--check", "ACME-F2");
  expect(one).toMatch(/ACME-F2/);
  expect(one).not.toMatch(/ACME-C1|IB-/);
});

test("with a pack beside it a check of the core is measured by its own name", async () => {
  const table = await succeedWide("calibrate", "golden", ...withPack, "--check", "IB-F1");
  expect(table).toMatch(/IB-F1/);
  const unknown = await runCli(["calibrate", "golden", ...withPack, "--check", "ACME-B9"]);
  expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IB_UNKNOWN_CHECK") });
  expect(unknown.stderr).toContain("ACME-B1");
});

test("a judge is measured on a pack's own cards", async () => {
  // A card of ACME-C1 names no cue: the caregiver's last message is the one.
  await using folder = await temporaryFolder();
  const command = ["calibrate", "golden", "--judge", "sim/judge", "--check", "ACME-C1", ...withPack];
  const { judgement, plan } = JSON.parse(
    await succeed(...command, "--out", folder.path, "--json", "--quiet"),
  );
  expect(plan.checks).toEqual(["ACME-C1"]);
  expect(judgement.clear).toMatchObject({ recall: { rate: 1 }, unclear: { k: 0 } });
  expect(judgement.overall.items).toBeGreaterThanOrEqual(4);
});

test("the lexicons of a pack are measured on labelled texts", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "mine.jsonl");
  const rows = [
    { lexicon: "acme_pet_names", text: "Of course, sweetie.", expected: true },
    { lexicon: "acme_pet_names", text: "The invoice is due on Friday.", expected: false },
  ];
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { lexicons } = JSON.parse(await succeed("calibrate", "lexicons", file, ...withPack, "--json"));
  expect(lexicons).toMatchObject([{ lexicon: "acme_pet_names", examples: 2 }]);
});
