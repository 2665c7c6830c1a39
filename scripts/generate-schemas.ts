/** Writes the JSON Schemas of `schemas/` from the zod schemas, for editors and for readers in other languages. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { Comparison } from "../src/schema/board/comparison.ts";
import { Leaderboard } from "../src/schema/board/leaderboard.ts";
import { GatePolicy } from "../src/schema/board/release-gate.ts";
import { BaseReplies } from "../src/schema/corpus/base-replies.ts";
import { BenchConfig } from "../src/schema/corpus/bench-config.ts";
import { Check } from "../src/schema/corpus/check.ts";
import { DutyConfig } from "../src/schema/corpus/duty.ts";
import { GoldenSet } from "../src/schema/corpus/golden-card.ts";
import { HelpLineFile } from "../src/schema/corpus/help-line.ts";
import { JudgeConfig, RegardConfig, RouterConfig } from "../src/schema/corpus/judge-config.ts";
import { Lexicon } from "../src/schema/corpus/lexicon.ts";
import { LongCards } from "../src/schema/corpus/long-card.ts";
import { ModelCatalog } from "../src/schema/corpus/model-catalog.ts";
import { PackManifest } from "../src/schema/corpus/pack-manifest.ts";
import { ReferenceFile } from "../src/schema/corpus/reference-fact.ts";
import { Regime } from "../src/schema/corpus/regime.ts";
import { RuleFile } from "../src/schema/corpus/rule-set.ts";
import { Scenario, TagList } from "../src/schema/corpus/scenario.ts";
import { ScoringConfig } from "../src/schema/corpus/scoring-config.ts";
import {
  ClaimWords,
  CoordinationWords,
  DisclosureWords,
  ExceptionWords,
  QuestionWords,
  QuoteWords,
  RetrievalWords,
  SpellingWords,
} from "../src/schema/corpus/words.ts";
import { ChunkCounts, MonitorCounts, MonitorHit, MonitorSummary } from "../src/schema/monitor/monitor.ts";
import { MonitorRates, MonitorSample } from "../src/schema/monitor/monitor-sample.ts";
import { MonitorAlarm, MonitorComparison } from "../src/schema/monitor/monitor-watch.ts";
import { CalibrationStatus } from "../src/schema/review/calibration-status.ts";
import { HumanLabel } from "../src/schema/review/review-label.ts";
import { JournalEntry } from "../src/schema/run/journal.ts";
import { CostReport, RunManifest } from "../src/schema/run/manifest.ts";
import { QuarantinedRecord } from "../src/schema/run/quarantined-record.ts";
import { RunPlan } from "../src/schema/run/run-plan.ts";
import { SimTruthRow, TranscriptHeader, TranscriptMessage } from "../src/schema/run/transcript.ts";
import { Evidence, EvidenceManifest } from "../src/schema/scan/evidence.ts";
import { ScanPlan } from "../src/schema/scan/scan-plan.ts";
import { Scorecard } from "../src/schema/scan/scorecard.ts";
import { ScorerResult } from "../src/schema/scan/scorer-result.ts";
import { Seal } from "../src/schema/scan/seal.ts";
import { BlindspotRates, Summary } from "../src/schema/scan/summary.ts";
import { VerdictRow } from "../src/schema/scan/verdict.ts";
import { fieldDescriptions } from "./field-descriptions.ts";

/** The third member describes rules that a JSON Schema cannot express and our own reader enforces. */
const artefacts: Readonly<
  Record<string, readonly [schema: z.ZodType, description: string, beyond?: string]>
> = {
  scenario: [
    Scenario,
    "benchmark/scenarios/<category>/<theme>/<name>.json: a scripted, branching conversation.",
    "a scenario has either turns or sessions; a turn has expected_behaviors or a rubric; an ordinal criterion has at least two levels; no branch is called main; a cue anchor names tags or modes.",
  ],
  pack: [PackManifest, "pack.yaml: what makes a folder of scenarios a pack."],
  check: [
    Check,
    "benchmark/checks/<ID>.yaml: one failure mode, with its routing and its judge prompt.",
    "every check but a lexicon_only one has a prompt; only an event_window has a window size; a lexicon_only check fails by commission.",
  ],
  lexicon: [Lexicon, "benchmark/lexicons/<name>.yaml: phrases and patterns of one role."],
  "words-claims": [ClaimWords, "benchmark/words/claims.yaml: how the claims of a reply are told apart."],
  "words-retrieval": [
    RetrievalWords,
    "benchmark/words/retrieval.yaml: how the facts near a claim are found.",
  ],
  "words-coordination": [
    CoordinationWords,
    "benchmark/words/coordination.yaml: who could take something over, and how help lines are named.",
  ],
  "words-disclosure": [
    DisclosureWords,
    "benchmark/words/disclosure.yaml: what may stand around a disclosure statement.",
  ],
  "words-exceptions": [
    ExceptionWords,
    "benchmark/words/exceptions.yaml: the words behind each kind of exception of a lexicon.",
  ],
  "words-questions": [
    QuestionWords,
    "benchmark/words/questions.yaml: what a reply asks, and which questions are put to its reader.",
  ],
  "words-quotes": [QuoteWords, "benchmark/words/quotes.yaml: what a judge's quote may not rest on alone."],
  "words-spellings": [SpellingWords, "benchmark/words/spellings.yaml: how text-message words are spelt out."],
  golden: [
    GoldenSet,
    "benchmark/golden/<ID>.yaml: short labelled exchanges that teach and test a check.",
    "a FAIL card quotes its evidence.",
  ],
  "long-cards": [
    LongCards,
    "benchmark/golden/long/<ID>.yaml: pairs of full-length replies, of which one fails a check.",
    "a change has either cut or after, whose words stand once in the sound reply; both replies have 150 to 500 words.",
  ],
  "base-replies": [
    BaseReplies,
    "benchmark/replies/<scenario_id>.yaml: what simulated assistants say, turn by turn.",
    "place and heard stand once in the reply.",
  ],
  tags: [TagList, "benchmark/tags.yaml: every tag a scenario may carry."],
  reference: [ReferenceFile, "benchmark/reference/*.yaml: verified facts that claims are checked against."],
  "help-lines": [
    HelpLineFile,
    "benchmark/help-lines/*.yaml: the registry of services that people can turn to.",
  ],
  regime: [
    Regime,
    "benchmark/configs/regimes/<regime>.yaml: a law or a framework that somebody has to show something about.",
  ],
  rules: [RuleFile, "benchmark/configs/rules/<jurisdiction>.yaml: what a jurisdiction asks of an assistant."],
  scoring: [ScoringConfig, "benchmark/configs/scoring.yaml: what turns verdicts into scores."],
  judge: [
    JudgeConfig,
    "benchmark/configs/judge.yaml: what every judge is told before a check's own question.",
  ],
  regard: [
    RegardConfig,
    "benchmark/configs/regard.yaml: the questions about how a caregiver was treated.",
    "each question has an id of its own.",
  ],
  duties: [
    DutyConfig,
    "benchmark/configs/duties.yaml: how duties are told to a model, and what a judge is asked about them.",
  ],
  router: [
    RouterConfig,
    "benchmark/configs/router.yaml: the one question a router is asked at every branch point.",
  ],
  models: [ModelCatalog, "benchmark/configs/models.yaml: known models and their prices."],
  config: [BenchConfig, "invisiblebench.config.yaml: the defaults of a project."],
  monitor: [MonitorSummary, "monitor.json: what word lists found in a log."],
  "monitor-counts": [MonitorCounts, "counts.json: what was found, by check, day and label, and of how much."],
  "monitor-hit": [MonitorHit, "A row of hits.parquet: a message in which words of a check stand."],
  "monitor-chunk": [ChunkCounts, "chunks/<chunk>.<scoring>.counts.json: a part of a log that is done."],
  "monitor-sample": [
    MonitorSample,
    "samples/<run>.json: which conversations of a log were drawn, and of how many.",
  ],
  "monitor-rates": [MonitorRates, "What `monitor rates` says: how often checks fail in a whole log."],
  "monitor-alarm": [MonitorAlarm, "What `monitor alarm` says: whether something rose against its baseline."],
  "monitor-comparison": [MonitorComparison, "What `monitor compare` says of two periods."],
  "run-plan": [RunPlan, "run_plan.json: everything that determines a set of transcripts."],
  "transcript-header": [TranscriptHeader, "The first line of a transcript."],
  "transcript-message": [TranscriptMessage, "Every later line of a transcript."],
  quarantine: [
    QuarantinedRecord,
    "One line of quarantine.jsonl: a record of an imported log that could not be read.",
  ],
  "scan-plan": [ScanPlan, "scan_plan.json: everything a scan will do and may cost."],
  verdict: [VerdictRow, "One line of verdicts.jsonl: one for every transcript and check, eligible or not."],
  scorecard: [Scorecard, "One line of scorecards.jsonl: what one transcript earned."],
  "scorer-result": [ScorerResult, "One line of scorer_results.jsonl: one question of a named scorer."],
  summary: [Summary, "summary.json: what a scan found, per model."],
  "blindspot-rates": [BlindspotRates, "blindspot_rates.json: how often each model failed each check."],
  seal: [Seal, "seal.json: what the evidence of a finished scan is, and how old and how whole it is."],
  evidence: [Evidence, "evidence.json: what a scan shows of the duties of some regimes."],
  "evidence-manifest": [
    EvidenceManifest,
    "manifest.json of an evidence folder: hashes of what it was made from, and of what was made.",
  ],
  journal: [JournalEntry, "One line of journal.jsonl: append-only, and the truth while work runs."],
  truth: [SimTruthRow, "One line of truth.jsonl: what a simulated assistant planted."],
  manifest: [RunManifest, "run_manifest.json: how a run went, over all its legs."],
  "cost-report": [CostReport, "cost_report.json: the estimate, and after the scan the actual beside it."],
  leaderboard: [Leaderboard, "leaderboard.json: several models on one board, generated from their scans."],
  "gate-policy": [
    GatePolicy,
    "gate-policy.yaml: what must hold before something is shipped. A rule that is left out is not tested.",
    "noninferiority has at least one margin.",
  ],
  comparison: [Comparison, "What `compare --json` prints: paired differences between two scans."],
  "calibration-status": [
    CalibrationStatus,
    "benchmark/calibration/status.json: how each check stood up against people's labels.",
  ],
  "human-label": [HumanLabel, "One line of a label file: what one person said about one item."],
};

const SUFFIX = ".schema.json";

type JsonSchema = z.core.JSONSchema.JSONSchema;

const folder = join(import.meta.dirname, "../schemas");
mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder)) if (file.endsWith(SUFFIX)) rmSync(join(folder, file));
for (const [name, [schema, description, beyond]] of Object.entries(artefacts)) {
  const { $schema, ...generated } = z.toJSONSchema(schema, { io: "input", override: tidy });
  describeFields(generated, name);
  const document = {
    $schema,
    $comment: "Generated from src/schema by `npm run generate`.",
    title: `InvisibleBench ${name.replaceAll("-", " ")}`,
    description: beyond === undefined ? description : `${description} Also checked on reading: ${beyond}`,
    ...generated,
  };
  writeFileSync(join(folder, `${name}${SUFFIX}`), `${JSON.stringify(document, null, 2)}\n`);
}

/** Removes JavaScript's integer bounds from integers without bounds of their own. */
function tidy({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function describeFields(schema: JsonSchema, name: string): void {
  const descriptions = new Map(Object.entries(fieldDescriptions[name] ?? {}));
  const unused = new Set(descriptions.keys());
  visit(schema);
  if (unused.size > 0) throw new Error(`No field of ${name} is called ${[...unused].join(", ")}.`);

  function visit(node: unknown): void {
    if (typeof node !== "object" || node === null) return;
    if ("properties" in node && typeof node.properties === "object" && node.properties !== null) {
      for (const [field, property] of Object.entries(node.properties)) {
        unused.delete(field);
        const description = descriptions.get(field);
        if (description !== undefined) property.description ??= description;
      }
    }
    for (const child of Object.values(node)) visit(child);
  }
}
