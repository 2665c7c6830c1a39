import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { sha256 } from "../../kernel/hash.ts";
import { SCAN_PLAN } from "../../schema/scan/scan-plan.fixture.ts";
import { ScanPlan } from "../../schema/scan/scan-plan.ts";
import { toJsonText } from "../artefact-files.ts";
import { ArtefactError } from "../errors.ts";
import { readScanPlan, writeScanPlan } from "./scan-plan-file.ts";

async function planFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ib-plan-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "scan_plan.json");
}

const CHECKS = ["IB-A1", "IB-A2", "IB-C1"];

interface Looked {
  readonly complete: boolean;
  readonly eligible: readonly string[];
  readonly suppressed: readonly string[];
}

function planOf(looked: readonly Looked[]): ScanPlan {
  return ScanPlan.parse({
    ...SCAN_PLAN,
    transcripts: looked.map(({ suppressed, ...each }, index) => ({
      ...each,
      transcript_id: `sim__careful/safety_crisis_night_001.r${index + 1}`,
      transcript_hash: sha256(String(index)),
      suppressed: Object.fromEntries(suppressed.map((check) => [check, "crisis"])),
    })),
  });
}

/** Plans of any number of transcripts, with and without checks. */
const plans = fc
  .array(
    fc.record({ complete: fc.boolean(), eligible: fc.subarray(CHECKS), suppressed: fc.subarray(CHECKS) }),
  )
  .map(planOf);

test("a plan written piece by piece has the bytes of a plan written whole, and is read as it was", async () => {
  const path = await planFile();
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      await writeScanPlan(path, plan);
      expect(await readFile(path, "utf8")).toBe(toJsonText(plan));
      expect(await readScanPlan(path)).toEqual(plan);
    }),
    { numRuns: 50 },
  );
});

test("a plan that somebody laid out otherwise is read all the same", async () => {
  const path = await planFile();
  const [plan] = fc.sample(plans, { numRuns: 1, seed: 7 });
  for (const layout of [0, 1, 4]) {
    await writeFile(path, JSON.stringify(plan, null, layout));
    expect(await readScanPlan(path)).toEqual(plan);
  }
});

test("what is wrong with a plan is said as of any artefact, wherever it is", async () => {
  const path = await planFile();
  await expect(readScanPlan(path)).rejects.toThrow(expect.objectContaining({ code: "IB_NO_SUCH_ARTIFACT" }));
  const plan = planOf([{ complete: true, eligible: ["IB-A1"], suppressed: [] }]);
  const whole = toJsonText(plan);
  const [transcript] = plan.transcripts;
  const damaged = [
    whole.slice(0, -20),
    whole.replace('"complete": true', '"complete": "yes"'),
    whole.replace('  "transcripts": [', '  "transcripts": [],\n  "transcripts": ['),
    toJsonText({ ...plan, transcripts: [{ ...transcript, transcript_hash: "none" }] }),
  ];
  const [cut, untrue, twice, unhashed] = damaged;
  for (const text of [cut, untrue, unhashed]) {
    await writeFile(path, text ?? "");
    await expect(readScanPlan(path)).rejects.toThrow(ArtefactError);
  }
  await writeFile(path, twice ?? "");
  expect((await readScanPlan(path)).transcripts).toEqual(plan.transcripts);
});
