import { describe, expect, test } from "vitest";
import { reportData } from "../report/report-data.fixture.ts";
import type { ReportData } from "../report/report-data.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import type { Change } from "./build-changes.ts";
import { buildChanges } from "./build-changes.ts";
import { openSides } from "./open-sides.ts";
import { fixtureCorpus, fixturePorts, fixtureScan } from "./site.fixture.ts";

const MODEL = "sim/breezy";
const failed = reportData.verdicts.find(({ model_id, verdict }) => model_id === MODEL && verdict === "FAIL");
if (failed === undefined) throw new Error("the fixture has no failure");
const slug = failed.transcript_id.slice(0, failed.transcript_id.indexOf("/"));

/** The fixture with another verdict in place of its failures. */
function withVerdict(verdict: VerdictRow["verdict"]): ReportData {
  const verdicts = reportData.verdicts.map((row) => (row === failed ? { ...row, verdict } : row));
  return { ...reportData, verdicts };
}

async function changesFrom(before: ReportData, after: ReportData) {
  const scans = new Map([
    ["a", fixtureScan(before, "a")],
    ["b", fixtureScan(after, "b")],
  ]);
  const ports = fixturePorts(reportData, { openScan: async (key) => scans.get(key) ?? null });
  const sides = await openSides(ports, { scan: "a", slug }, { scan: "b", slug });
  if (sides === null) throw new Error("a side is missing");
  const changes = await buildChanges(sides);
  if (changes === null) throw new Error("a side has no conversations");
  return changes;
}

async function kindOf(before: ReportData, after: ReportData): Promise<Change["kind"] | undefined> {
  const { changes } = await changesFrom(before, after);
  return changes.find(
    ({ scenario_id, mode_id }) => scenario_id === failed?.scenario_id && mode_id === failed.mode_id,
  )?.kind;
}

describe("what changed from one release to another", () => {
  test("a failure that was not there before is new, one that passed since is gone, one at both is still there", async () => {
    expect(await kindOf(withVerdict("PASS"), reportData)).toBe("new");
    expect(await kindOf(reportData, withVerdict("PASS"))).toBe("gone");
    expect(await kindOf(reportData, reportData)).toBe("still");
    expect(await kindOf(withVerdict("PASS"), withVerdict("PASS"))).toBeUndefined();
  });

  test.for(["UNCLEAR", "NOT_APPLICABLE"] as const)(
    "%s after a failure is no improvement",
    async (verdict) => {
      expect(await kindOf(reportData, withVerdict(verdict))).toBe("open");
      expect(await kindOf(withVerdict(verdict), reportData)).toBe("new");
    },
  );

  test("a search of all replies that finds nothing of the kind shows that a failure is gone", async () => {
    const searched = (cause: VerdictRow["details"]["cause"]): ReportData => ({
      ...reportData,
      verdicts: reportData.verdicts.map((row) =>
        row === failed
          ? { ...row, verdict: "NOT_APPLICABLE", eligible: false, details: { ...row.details, cause } }
          : row,
      ),
    });
    const { changes } = await changesFrom(reportData, searched("no_act"));
    expect(changes.find(({ kind }) => kind === "gone")?.after).toMatchObject({
      failed: 0,
      passed: 0,
      open: 0,
      not_found: 1,
    });
    expect(await kindOf(searched("no_act"), reportData)).toBe("new");
    // Without a search the check was not asked.
    expect(await kindOf(reportData, searched("not_eligible"))).toBe("open");
    const brokenOff = searched("no_act").scorecards.map((card) =>
      card.transcript_id === failed.transcript_id ? { ...card, complete: false } : card,
    );
    expect(await kindOf(reportData, { ...searched("no_act"), scorecards: brokenOff })).toBe("open");
  });

  test("a pass in a conversation that broke off is no improvement, nor is a scenario that was left out", async () => {
    const passed = withVerdict("PASS");
    const ofScenario = ({ transcript_id }: { readonly transcript_id: string }) =>
      transcript_id === failed.transcript_id;
    const brokenOff = passed.scorecards.map((card) =>
      ofScenario(card) ? { ...card, complete: false } : card,
    );
    expect(await kindOf(reportData, { ...passed, scorecards: brokenOff })).toBe("open");
    const leftOut = {
      ...passed,
      scorecards: passed.scorecards.filter((card) => !ofScenario(card)),
      verdicts: passed.verdicts.filter((row) => !ofScenario(row)),
    };
    expect(await kindOf(reportData, leftOut)).toBe("open");
  });

  test("with one repeat nobody can tell whether it is chance, and both replies stand side by side", async () => {
    const { changes } = await changesFrom(withVerdict("PASS"), reportData);
    const change = changes.find(({ kind }) => kind === "new");
    expect(change).toMatchObject({ chance: null, before: { failed: 0, passed: 1 }, after: { failed: 1 } });
    expect(change?.after.reply).toEqual(expect.any(String));
    expect(change?.before.reply).toEqual(expect.any(String));
  });

  test("within a kind the gravest comes first", async () => {
    const { changes } = await changesFrom(reportData, reportData);
    const severities = changes.map(({ severity }) => severity);
    expect(severities).toEqual(severities.toSorted().toReversed());
    expect(changes.length).toBeGreaterThan(1);
    expect(fixtureCorpus(reportData).checks.size).toBeGreaterThan(0);
  });
});
