import { fixtureScoring } from "../report/report-corpus.fixture.ts";
import { reportData } from "../report/report-data.fixture.ts";
import type { ReportData } from "../report/report-data.ts";
import { HASH } from "../report/report-transcripts.fixture.ts";
import { RunId } from "../schema/ids.ts";
import { SCAN_PLAN } from "../schema/scan/scan-plan.fixture.ts";
import { ScanPlan } from "../schema/scan/scan-plan.ts";
import { briefScan } from "./briefs.ts";
import { createSite, type Site } from "./create-site.ts";
import { createVerdictCollector } from "./scan-facts.ts";
import type { SiteCorpus, SitePorts, SiteScan } from "./site-ports.ts";

export const SCAN = "demo~publish-1";

const plan = ScanPlan.parse({
  ...SCAN_PLAN,
  profile: "publish",
  policy: "mixed",
  judge: { model_id: "sim/judge", simulated: true },
  fingerprints: { transcripts: null, scoring: { hash: HASH, parts: {} } },
});

export function fixtureCorpus(data: ReportData = reportData): SiteCorpus {
  return {
    version: "1.0.0",
    hash: HASH,
    private: false,
    canary: "fixture text, not for training",
    partHashes: { checks: HASH },
    scenarios: data.scenarios,
    checks: data.checks,
    golden: new Map(),
    scoring: fixtureScoring,
    lexicons: { size: 0 },
    facts: { length: 0 },
    rules: { size: 0 },
  };
}

/** Finished artefacts held in memory. */
export function fixtureScan(data: ReportData = reportData, scan = SCAN): SiteScan {
  const collector = createVerdictCollector();
  for (const row of data.verdicts) collector.add(row, () => row);
  return {
    facts: {
      scan,
      scanId: RunId.parse("publish-1"),
      runId: RunId.parse("demo"),
      release: { label: "v1", begun_at: "2026-11-14T10:00:00.000Z" },
      createdAt: null,
      plan: { ...plan, checks: [...data.checks.keys()] },
      summary: data.summary,
      rates: data.rates,
      scorecards: data.scorecards,
      ...collector.collected(),
      costs: { targetUsd: new Map(), judgeUsd: null },
    },
    readTranscript: async (id) => {
      const found = data.transcripts.find(({ header }) => header.transcript_id === id);
      if (found === undefined) throw new Error(`no transcript ${id}`);
      return found;
    },
    readRows: async (id) => data.verdicts.filter(({ transcript_id }) => transcript_id === id),
  };
}

/** A site over artefacts in memory. */
export function fixtureSite(data: ReportData = reportData, ports: Partial<SitePorts> = {}): Site {
  return createSite(fixturePorts(data, ports));
}

/** The data sources of such a site. */
export function fixturePorts(data: ReportData, ports: Partial<SitePorts>): SitePorts {
  const scan = fixtureScan(data);
  return {
    source: "live",
    corpus: fixtureCorpus(data),
    toolVersion: "0.0.0",
    calibration: null,
    leaderboard: null,
    isJointBoard: false,
    leftOut: null,
    listScans: async () => ({ items: [briefScan({ ...scan.facts, evidence: [] })], unreadable: [] }),
    openScan: async (key) => (key === scan.facts.scan ? scan : null),
    describeScan: async (key) => (key === scan.facts.scan ? scan.facts : null),
    listRuns: async () => ({ items: [], unreadable: [] }),
    readRun: async () => null,
    ...ports,
  };
}
