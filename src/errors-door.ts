/**
 * Every error that the library throws on purpose, to be told apart with `instanceof`. Each has a permanent `code`.
 * `invisiblebench/errors`.
 * @module
 */
export {
  BadAnnotatorError,
  BadCeilingError,
  BadLabelError,
  BadPolicyError,
  BadRunIdError,
  BinaryExportError,
  CorpusChangedError,
  FileExistsError,
  MissingScanError,
  ModelTwiceError,
  NoCardsError,
  NoFullVotesError,
  NoSuchFileError,
  NothingJudgedError,
  NothingToAdjudicateError,
  NothingToExplainError,
  NothingToExportError,
  NothingToReviewError,
  NotOnBoardError,
  OtherVerdictsError,
  PrivateScanError,
  PromptOutsideError,
  ReplayError,
  TwoDrawsError,
  UnknownIdError,
  UnreadableImportError,
} from "./api/errors.ts";
export {
  ConflictingLabelsError,
  LonelyDecisionError,
  MixedDrawsError,
  NotAVerdictError,
  NothingLabelledTwiceError,
  ScoringChangedError,
  UnknownLexiconError,
  UnlikeJudgesError,
  UnweighedLabelsError,
} from "./calibrate/errors.ts";
export {
  ConfigCodeError,
  ConfigError,
  CorpusError,
  EmptyCorpusError,
  NoCorpusError,
  UnknownCheckError,
} from "./corpus/errors.ts";
export { BadImportError, TooManyModelsError, UnknownTagError } from "./exchange/errors.ts";
export { ModelCancelledError } from "./harness/errors.ts";
export { BenchError, ExitCode } from "./kernel/errors.ts";
export { NothingSelectedError } from "./plan-run/errors.ts";
export { SimulatedJudgeError } from "./plan-scan/errors.ts";
export {
  BadAddressError,
  BadHttpHarnessError,
  BadProxyError,
  CertificateFileError,
  CostCeilingError,
  GiveCareHealthError,
  KeyAstrayError,
  MissingVariablesError,
  ModelCallError,
  ModelUnavailableError,
  NetworkOfProjectError,
  NoBatchServiceError,
  NoHttpHarnessError,
  NoJudgeError,
  NoKeyError,
  OtherHostError,
  OwnModelNameError,
  ProviderRedirectedError,
  ProviderRefusedError,
  ProviderUnreachableError,
  ReplyPathError,
  UnknownModelError,
  UnknownPriceError,
  UnsendableHeaderError,
} from "./providers/errors.ts";
export {
  BoardRefusedError,
  NoContrastError,
  NoSharedCheckError,
  NothingToPairError,
  UnlikeScansError,
} from "./publish/errors.ts";
export {
  DecidedByPeopleError,
  LabelOutsideBatchError,
  NothingDecidedError,
  OtherScanLabelledError,
  ScanNameTakenError,
} from "./review/errors.ts";
export { CannotListenError, PortTakenError } from "./server/errors.ts";
export {
  AmbiguousScanError,
  ArtefactError,
  BadReviewLabelError,
  BrokenSealError,
  CannotWriteError,
  DiskFullError,
  JournalCorruptError,
  JournalVersionError,
  LinkedWordsError,
  LockLostError,
  MissingArtefactError,
  NewerSchemaError,
  NoSuchBatchError,
  NoSuchRunError,
  NoSuchScanError,
  NotALabelFileError,
  PageMissingError,
  PlanChangedError,
  ReservedRunIdError,
  ReviewBatchChangedError,
  ReviewExistsError,
  ReviewLockedError,
  RunExistsError,
  RunIncompleteError,
  RunLockedError,
  RunRedactedError,
  RunsApartError,
  SharedTranscriptError,
  SiteFolderError,
  UnlikeRunsError,
  UnsealedScanError,
} from "./store/errors.ts";
export { InvalidPatternError } from "./text/errors.ts";
