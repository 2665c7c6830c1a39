/**
 * Every artefact's zod schema and, under the same name, its type, to check and read files on disk:
 * `invisiblebench/schema`.
 * @module
 */
export {
  CheckDifference,
  COMPARISON_VERSION,
  ComparedScore,
  Comparison,
  FlippedCheck,
  type FlipSide,
  GateDifference,
  ModelComparison,
  ScoreDifference,
} from "./schema/board/comparison.ts";
export { ContrastPair, ContrastReport, ModelContrast } from "./schema/board/contrast-report.ts";
export {
  BoardCategory,
  BoardChanges,
  BoardCheck,
  BoardEstimate,
  BoardModel,
  LEADERBOARD_VERSION,
  Leaderboard,
  ModelChange,
} from "./schema/board/leaderboard.ts";
export {
  DEFAULT_GATE_POLICY,
  GATE_POLICY_VERSION,
  GateName,
  GateOutcome,
  GatePolicy,
  GateResult,
  GateRule,
  HardFailEvidence,
  JudgeFloor,
  MarginScore,
  MoreEvidence,
} from "./schema/board/release-gate.ts";
export { Abilities, AbilityName } from "./schema/corpus/abilities.ts";
export { BaseReplies, BaseReply } from "./schema/corpus/base-replies.ts";
export { BenchConfig, Endpoint, HttpHarnessConfig } from "./schema/corpus/bench-config.ts";
export { Check, type Route, Routing, UnitOfAnalysis } from "./schema/corpus/check.ts";
export { Duty, DutyConfig, DutyId, DutyTest, ProductKind, ProductProfile } from "./schema/corpus/duty.ts";
export { GoldenCard, GoldenEvidence, GoldenSet, GoldenTurn } from "./schema/corpus/golden-card.ts";
export { HelpLine, HelpLineFile } from "./schema/corpus/help-line.ts";
export { JudgeConfig, RegardConfig, RegardQuestion, RouterConfig } from "./schema/corpus/judge-config.ts";
export {
  CueExample,
  ExceptionKind,
  Lexicon,
  LexiconEntry,
  LexiconExample,
  LexiconException,
  PatternEntry,
  PhraseEntry,
} from "./schema/corpus/lexicon.ts";
export {
  FailureManner,
  FailurePosition,
  LongCard,
  LongCards,
  LongChange,
} from "./schema/corpus/long-card.ts";
export { ModelCatalog, ModelPrice } from "./schema/corpus/model-catalog.ts";
export { PackKind, PackManifest } from "./schema/corpus/pack-manifest.ts";
export { ReferenceFact, ReferenceFile } from "./schema/corpus/reference-fact.ts";
export { Regime, RegimeArtefact, RegimeId, RegimePractice } from "./schema/corpus/regime.ts";
export { RuleFile, RuleSet } from "./schema/corpus/rule-set.ts";
export {
  Branch,
  BranchCondition,
  Channel,
  CueAnchor,
  Persona,
  ProbeKind,
  RiskTrigger,
  RubricCriterion,
  Scenario,
  ScenarioCategory,
  ScenarioProbe,
  ScenarioStatus,
  ScoringDimension,
  Session,
  TagDefinition,
  TagList,
  Turn,
  TurnProbe,
} from "./schema/corpus/scenario.ts";
export { ScoringConfig } from "./schema/corpus/scoring-config.ts";
export {
  ClaimWords,
  CoordinationWords,
  DisclosureWords,
  ExceptionWords,
  PLAIN_WORD_LISTS,
  QuestionWords,
  QuoteWords,
  RetrievalWords,
  SpellingWords,
  type Words,
} from "./schema/corpus/words.ts";
export { Fingerprint } from "./schema/fingerprint.ts";
export {
  CheckFlag,
  CheckId,
  Dimension,
  IsoDate,
  Jurisdiction,
  LexiconName,
  ModelId,
  PackMark,
  PackName,
  Region,
  Role,
  RunId,
  ScenarioId,
  Severity,
  Sha256,
  Tag,
  TranscriptId,
  Version,
} from "./schema/ids.ts";
export {
  BadRecordNote,
  ChunkCounts,
  FileRead,
  Forgotten,
  FoundByWords,
  MONITOR_VERSION,
  MonitorCheck,
  MonitorCount,
  MonitorCounts,
  MonitorDay,
  MonitorHit,
  MonitorSummary,
} from "./schema/monitor/monitor.ts";
export {
  MONITOR_SAMPLE_VERSION,
  MonitorRate,
  MonitorRates,
  MonitorSample,
  StratumName,
} from "./schema/monitor/monitor-sample.ts";
export {
  ComparedCheck,
  MONITOR_WATCH_VERSION,
  MonitorAlarm,
  MonitorComparison,
  WatchedCheck,
} from "./schema/monitor/monitor-watch.ts";
export {
  AnnotatorList,
  CALIBRATION_STATUS_VERSION,
  CalibrationStatus,
  CheckCalibration,
  JUDGED_SET_VERSION,
  JudgedSet,
} from "./schema/review/calibration-status.ts";
export {
  REVIEW_BATCH_VERSION,
  ReviewBatch,
  type ReviewFact,
  ReviewItem,
  ReviewItemId,
  type ReviewTurn,
  SupportResource,
} from "./schema/review/review-batch.ts";
export { REVIEW_KEY_VERSION, ReviewKey, SampledVerdict } from "./schema/review/review-key.ts";
export {
  AnnotatorName,
  Confidence,
  HumanLabel,
  LabelChange,
  LabelDraft,
  LabelQuote,
  REVIEW_LABEL_VERSION,
  ReviewLabel,
} from "./schema/review/review-label.ts";
export {
  Delivery,
  FailureCause,
  JOURNAL_VERSION,
  JournalEntry,
  type JournalOutcome,
  UnitKey,
  Usage,
} from "./schema/run/journal.ts";
export { CostReport, MANIFEST_VERSION, RunManifest, ScanCost, StageTotals } from "./schema/run/manifest.ts";
export { QuarantinedRecord } from "./schema/run/quarantined-record.ts";
export {
  HarnessName,
  ImportFormat,
  ImportPlan,
  ModelEstimate,
  RUN_PLAN_VERSION,
  RunPlan,
  Sampling,
  StoredRunPlan,
} from "./schema/run/run-plan.ts";
export {
  FinishReason,
  SimTruthRow,
  TRANSCRIPT_VERSION,
  TRUTH_VERSION,
  type Transcript,
  TranscriptHeader,
  TranscriptMessage,
} from "./schema/run/transcript.ts";
export { Estimate, HardFails, Interval, Proportion } from "./schema/scan/estimates.ts";
export {
  ArtefactFound,
  CarryingCheck,
  DutyEvidence,
  DutyFinding,
  DutyQuote,
  EVIDENCE_MANIFEST_VERSION,
  EVIDENCE_VERSION,
  Evidence,
  EvidenceChanges,
  EvidenceManifest,
  RegimeEvidence,
} from "./schema/scan/evidence.ts";
export {
  ANSWER_FORMS,
  Claim,
  ClaimKind,
  ClaimList,
  CueAnswer,
  ExcerptLine,
  JudgeAnswer,
  QuestionKind,
  ScaleAnswer,
  StatementAnswer,
  SweepAnswer,
  WeighedAnswer,
  WeighedStatementAnswer,
} from "./schema/scan/judge-protocol.ts";
export {
  PeopleSource,
  PlannedTranscript,
  SCAN_PLAN_VERSION,
  ScanPlan,
  ScanProfileName,
} from "./schema/scan/scan-plan.ts";
export { Coverage, GateScorer, GateStatus, SCORECARD_VERSION, Scorecard } from "./schema/scan/scorecard.ts";
export {
  CompliancePhases,
  CoordinationFinding,
  CoordinationScorer,
  DutyOutcome,
  DutyStanding,
  MemoryScorer,
  RegardScorer,
  RubricScorer,
  SCORER_RESULT_VERSION,
  ScorerResult,
} from "./schema/scan/scorer-result.ts";
export { Losses, SEAL_VERSION, Seal } from "./schema/scan/seal.ts";
export {
  BlindspotRate,
  BlindspotRates,
  DutySummary,
  GroupDifference,
  GroupRates,
  ModelScorers,
  ModelSummary,
  SUMMARY_VERSION,
  Summary,
  VariableGroups,
} from "./schema/scan/summary.ts";
export {
  Adjudication,
  CheckPolicy,
  EvidenceSpan,
  EvidenceTier,
  LostCause,
  PeopleDecision,
  RepetitionPolicy,
  VERDICT_VERSION,
  Verdict,
  VerdictCause,
  VerdictResult,
  VerdictRow,
  VerdictWindow,
  VoidCause,
  Vote,
} from "./schema/scan/verdict.ts";
export { StatementFields, Weight } from "./schema/statement.ts";
