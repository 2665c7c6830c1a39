import { verdictKey } from "../../src/domain/keys.ts";
import { JournalCounter } from "../../src/measure/journal-totals.ts";
import type { ReportData } from "../../src/report/report-data.ts";
import { saying } from "../../src/report/saying.fixture.ts";
import { RunId } from "../../src/schema/ids.ts";
import type { PeopleDecision, VerdictRow } from "../../src/schema/scan/verdict.ts";
import { briefScan } from "../../src/site/briefs.ts";
import type { RunPage } from "../../src/site/build-run-page.ts";
import type { Site } from "../../src/site/create-site.ts";
import { fixtureScan, fixtureSite, SCAN } from "../../src/site/site.fixture.ts";
import type { PersonLabel, SiteScan } from "../../src/site/site-ports.ts";

/** An earlier release of the same assistants, whose failures people decided. */
export const EARLIER = "early~publish-1";

/** No label is longer, whatever is in it. */
const LONGEST_LABEL = 40;

/**
 * Two releases and a run in progress, with `text` in every place where a model, a judge, a scenario, a label or a
 * person provides text.
 */
export function hostileSite(text: string): Site {
  const data = saying(text);
  const later = releaseOf(fixtureScan(data), "demo", "2026-11-14T10:00:00.000Z", text);
  const earlier = releaseOf(
    fixtureScan(decidedByPeople(data, text), EARLIER),
    "early",
    "2026-11-01T10:00:00.000Z",
    text,
  );
  const scans = new Map<string, SiteScan>([
    [SCAN, { ...later, readLabels: async () => labelsOn(data, text) }],
    [EARLIER, earlier],
  ]);
  const models = Map.groupBy(data.transcripts, ({ header }) => header.model_id);
  const label = text.slice(0, LONGEST_LABEL);
  return fixtureSite(data, {
    listScans: async () => ({
      items: [...scans.values()].map(({ facts }) => briefScan({ ...facts, evidence: [] })),
      unreadable: [],
    }),
    openScan: async (key) => scans.get(key) ?? null,
    describeScan: async (key) => scans.get(key)?.facts ?? null,
    listRuns: async () => ({
      items: [
        {
          run_id: RunId.parse("demo"),
          state: "running",
          simulated: true,
          private: false,
          models: [...models.keys()],
          conversations: data.transcripts.length,
          scans: [],
          created_at: null,
          label,
        },
      ],
      unreadable: [],
    }),
    readRun: async () => runUnderWay(data, text),
    unjudged: {
      list: async () =>
        new Map(
          [...models].map(
            ([model, held]) => [model, held.map(({ header }) => header.transcript_id)] as const,
          ),
        ),
      read: async (_run, id) => later.readTranscript(id),
    },
  });
}

function releaseOf(scan: SiteScan, run: string, begun_at: string, text: string): SiteScan {
  const release = { label: text.slice(0, LONGEST_LABEL), begun_at };
  return { ...scan, facts: { ...scan.facts, runId: RunId.parse(run), release } };
}

function labelOf({ verdict }: VerdictRow, text: string): PersonLabel {
  return { annotator: text, label: verdict === "FAIL" ? "PASS" : "FAIL", note: text };
}

function labelsOn({ verdicts }: ReportData, text: string) {
  const said = verdicts.map(
    (row) => [verdictKey(row.transcript_id, row.mode_id), [labelOf(row, text)]] as const,
  );
  return { byVerdict: new Map(said), unreadable: [text] };
}

/** Every failure is a decision of people, with their reason. */
function decidedByPeople(data: ReportData, text: string): ReportData {
  const decided = (row: VerdictRow): PeopleDecision => ({
    how: "agreed",
    labels: [{ annotator: text, label: "FAIL", note: text }],
    judge: { verdict: "PASS", confidence: 1, evidence: row.evidence, adjudication_required: false },
  });
  return {
    ...data,
    verdicts: data.verdicts.map((row) =>
      row.verdict === "FAIL" ? { ...row, details: { ...row.details, people: decided(row) } } : row,
    ),
  };
}

function runUnderWay({ transcripts }: ReportData, text: string): RunPage {
  const { usage } = new JournalCounter().totals;
  const [first] = transcripts;
  return {
    run_id: RunId.parse("demo"),
    label: text.slice(0, LONGEST_LABEL),
    state: "running",
    simulated: true,
    private: false,
    harness: "llm/raw",
    corpus_version: "1.0.0",
    repeats: 1,
    scenarios: 3,
    stages: [
      {
        stage: "run",
        id: RunId.parse("demo"),
        state: "running",
        asks: text,
        planned: { units: 9, calls_low: 9, calls_expected: 9, calls_high: 9, cost_usd: null },
        done: { units: transcripts.length, incomplete: null },
        calls: {
          sent: 9,
          replied: 3,
          failed: 6,
          in_flight: 0,
          retries: 0,
          from_cache: 0,
          usage,
          cost_usd: null,
        },
        by_model:
          first === undefined
            ? []
            : [{ model_id: first.header.model_id, planned: 9, done: 3, calls: 9, failed: 6 }],
        errors: [{ cause: text, count: 6, example: text }],
        started_at: null,
        last_at: null,
        elapsed_ms: 1000,
        remaining_ms: null,
        alarm: text,
        legs: 1,
      },
    ],
  };
}
