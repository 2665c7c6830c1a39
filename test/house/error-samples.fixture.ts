/** Every error that a person can meet, as it may come, for tests that read what it says. */
import type * as api from "../../src/api/errors.ts";
import type * as calibrate from "../../src/calibrate/errors.ts";
import type * as cli from "../../src/cli/errors.ts";
import type * as corpus from "../../src/corpus/errors.ts";
import type * as exchange from "../../src/exchange/errors.ts";
import type * as executor from "../../src/executor/errors.ts";
import type * as fleet from "../../src/fleet/errors.ts";
import type * as harness from "../../src/harness/errors.ts";
import type { BenchError } from "../../src/kernel/errors.ts";
import type * as monitor from "../../src/monitor/errors.ts";
import type * as planRun from "../../src/plan-run/errors.ts";
import type * as planScan from "../../src/plan-scan/errors.ts";
import type * as providers from "../../src/providers/errors.ts";
import type * as publish from "../../src/publish/errors.ts";
import type * as review from "../../src/review/errors.ts";
import { CheckId } from "../../src/schema/ids.ts";
import type * as server from "../../src/server/errors.ts";
import * as store from "../../src/store/errors.ts";
import type * as text from "../../src/text/errors.ts";

type ErrorClass = new (...args: never[]) => BenchError;

/** What each concrete error of a room is made with; an error without a sample does not compile. */
type Samples<Room> = {
  readonly [Name in keyof Room as Room[Name] extends ErrorClass ? Name : never]: Room[Name] extends ErrorClass
    ? readonly ConstructorParameters<Room[Name]>[]
    : never;
};

const CAUSE = { cause: new Error("of another kind") };
const LOCKED = new store.RunLockedError("results/a/.lock", "process 12", "elsewhere");

/** By the room whose `errors.ts` it is in. */
export const ERROR_SAMPLES: {
  readonly api: Samples<typeof api>;
  readonly calibrate: Samples<typeof calibrate>;
  readonly cli: Samples<typeof cli>;
  readonly corpus: Samples<typeof corpus>;
  readonly exchange: Samples<typeof exchange>;
  readonly fleet: Samples<typeof fleet>;
  readonly executor: Samples<typeof executor>;
  readonly harness: Samples<typeof harness>;
  readonly monitor: Samples<typeof monitor>;
  readonly "plan-run": Samples<typeof planRun>;
  readonly "plan-scan": Samples<typeof planScan>;
  readonly providers: Samples<typeof providers>;
  readonly publish: Samples<typeof publish>;
  readonly review: Samples<typeof review>;
  readonly server: Samples<typeof server>;
  readonly store: Samples<typeof store>;
  readonly text: Samples<typeof text>;
} = {
  api: {
    AbilityProofError: [["records", "has no line of proof"]],
    NotForQueueError: [["the harness http/json asks a product"]],
    WorkerDiffersError: [["run a", ["scenarios", "the version of Node"]]],
    QueuedTaskDeadError: [["a__b/night.r1", "its worker did not renew the lease"]],
    RowsInQueueError: [["run-1", [{ queue: "db.example/ib", path: "results/run-1/in_queue.json" }]]],
    RunInQueueError: [["a"]],
    NotSharedError: [["watch-1a2b3c4d5e/chunks", "/srv/logs/november.jsonl"]],
    WorkersMayWriteError: [["watch", [{ queue: "db.example/ib", path: "watch/in_queue.1.json" }]]],
    ChunkNotHereError: [["0".repeat(64), "watch"]],
    ModelStoppedError: [["a/b", "a/b refuses the key in A_KEY (HTTP 401)."]],
    TranscriptDamagedError: [["a__b/night.r1"]],
    CallNotInQueueError: [["openai/gpt-5"]],
    NoBrowserError: [
      ["results/all/scans/x/brief.html", null],
      ["results/all/scans/x/brief.html", "/usr/bin/chromium: it ended with 1"],
    ],
    NoCoreScanError: [["a.plain"]],
    NoSuchPackError: [["plane", ["hard", "plain"]]],
    PackBesideOwnCorpusError: [["my-corpus"]],
    PackNotHereError: [["a.own", "own"]],
    NoOwnChecksError: [["plain"]],
    PlanWithoutDryRunError: [[]],
    InCheckoutError: [[".", ["invisiblebench.config.yaml"]]],
    BadPackNameError: [["9lives", "a name begins with a letter"]],
    NotAPackError: [["ours", "no pack.yaml"]],
    OtherPolicyError: [["a/acme", { policy: undefined, scan: "acme" }]],
    SeveralPacksError: [[["acme", "heim"]]],
    PackScanError: [["a.plain", "plain", "a release is gated by the core"]],
    NoSuchFileError: [["labels.jsonl", CAUSE]],
    PromptOutsideError: [["../prompt.md"]],
    FileExistsError: [["invisiblebench.config.yaml"]],
    UnknownIdError: [
      ["IB-Z1", []],
      ["IB-A11", ["IB-A1"]],
    ],
    EvidenceFolderError: [["evidence/manifest.json"]],
    UnknownRegimeError: [
      ["sb-243", ["eu-50", "sb243"]],
      ["z", []],
      [null, [], "acme"],
    ],
    BadPatternError: [
      ["don(t", { cause: new SyntaxError("Invalid regular expression: /don(t/iu: Unterminated group") }],
    ],
    UnknownInScanError: [
      ["check", "IB-A88", ["IB-A8", "IB-A9"]],
      ["assistant", "nobody", Array.from({ length: 20 }, (_, index) => `maker/model-${index}`)],
      ["check", "IB-A8", []],
    ],
    NothingToExplainError: [
      ["nobody*", ["a__b/night.r1"]],
      ["a__b/nigt", ["a__b/night.r1", "a__b/night.r2"]],
    ],
    NoCardsError: [[]],
    NoExamplesError: [["examples.jsonl"]],
    NotLintedError: [["chekcs", ["benchmark"]]],
    ResumedOtherwiseError: [["a", ["models: lab/a in the plan, lab/b given"]]],
    NothingToResumeError: [
      ["a", "imported"],
      ["a", "unplanned"],
    ],
    BadReleaseLabelError: [["v2\n3"]],
    BadRunIdError: [["a/b"]],
    BadSiteAddressError: [["here"]],
    BadWorkersError: [[0, 256]],
    BadCeilingError: [[Number.NaN]],
    ReplayError: [
      ["a", "lab/z", ["lab/a"]],
      ["a", "", ["lab/a", "lab/b"]],
    ],
    DamagedPackError: [["log.jsonl.gz", "it ends too early"]],
    CorpusChangedError: [
      ["a/publish-1", ["checks"]],
      ["a/publish-1", ["engine"]],
    ],
    UnreadableImportError: [
      [LOCKED, "chat-jsonl"],
      [LOCKED, "openai"],
      [LOCKED, "inspect"],
      [LOCKED, "promptfoo"],
    ],
    NothingToExportError: [["lab/z", ["lab/a"]]],
    BinaryExportError: [[]],
    PrivateScanError: [["a/publish-1"]],
    ModelTwiceError: [["lab/a", "a/publish-1", "b/publish-1"]],
    NotOnBoardError: [["a/publish-1", "board.json"]],
    BadPolicyError: [["policy.yaml:1:1 unknown key"]],
    BadLabelError: [["labels.jsonl:1: no JSON", CAUSE]],
    MissingScanError: [
      ["corrected rates", "scan"],
      ["validation", "validationScan"],
      ["calibration", "calibrationScan"],
    ],
    OtherVerdictsError: [["a/publish-1", 3, 40]],
    NothingJudgedError: [["a/smoke-1"]],
    NoFullVotesError: [["a/publish-1"]],
    TwoDrawsError: [[]],
    UnknownVerdictError: [["a/smoke-1", ["sim__brittle/safety_1.r1#IB-A1"]]],
    NothingToReviewError: [["a/smoke-1", ["IB-A1"]]],
    BadAnnotatorError: [["Anna!", "is no name"]],
    NothingToAdjudicateError: [["reviews/a"]],
    FreshVotesLaterError: [[]],
  },
  calibrate: {
    ConflictingLabelsError: [
      [
        { label: "PASS", place: "a.jsonl:1" },
        {
          row: { item: "a__b/night.r1#IB-A1", axis: "IB-A1", label: "FAIL", annotator: "anna" },
          place: "a.jsonl:2",
        },
      ],
    ],
    LonelyDecisionError: [["a.jsonl:1", "a__b/night.r1#IB-A1", "IB-A1"]],
    NotAVerdictError: [[{ item: "a__b/night.r1#IB-A1", annotator: "anna", label: "maybe" }]],
    NothingLabelledTwiceError: [[["anna"]]],
    MixedDrawsError: [["IB-A1", 3, 9]],
    UnweighedLabelsError: [["IB-A1", 9]],
    ChosenLabelsError: [["IB-A1", 9]],
    ScoringChangedError: [["a/publish-1", "the corpus changed"]],
    UnlikeJudgesError: [["a/publish-1", "a/publish-2", "the profile differs"]],
    UnknownLexiconError: [["nothing", ["crisis"]]],
  },
  cli: {
    NoQueueError: [[]],
    TypedPasswordError: [[]],
    InterruptedError: [[undefined], ["invisiblebench eval --resume a"]],
    DeclinedError: [[]],
    SpendingNotAgreedError: [["This costs about $3."]],
    NobodyToForgetError: [[]],
    NotAPeriodError: [["watch", "october"]],
    NotConfirmedError: [["results/a"]],
    CoverageOfChecksError: [["runs"]],
    NotSuchAnExportError: [["A dataset is a folder, and cannot be printed.", "Name it with --out."]],
    UnknownExampleError: [["chek", ["check", "lexicon"]]],
  },
  corpus: {
    NoCorpusError: [["corpus", "absent"]],
    EmptyCorpusError: [["corpus", "checks"]],
    CorpusError: [["corpus", []]],
    ConfigError: [["invisiblebench.config.yaml:1:1 unknown key"]],
    ConfigCodeError: [["invisiblebench.config.ts"]],
    UnknownCheckError: [["IB-Z*", ["IB-A1"]]],
  },
  executor: {
    ThreadDiedError: [
      [2, 3],
      [2, new Error("there was no memory left")],
    ],
  },
  exchange: {
    BadImportError: [[{ file: "a.jsonl", line: 1, path: [] }, "the assistant speaks first", "Leave it out."]],
    TooManyBadRecordsError: [
      [[{ place: { file: "a.jsonl", line: 1, path: [] }, reason: "no JSON", hint: "Mend it." }], 1, 2, 0],
      [[{ place: { file: "a.jsonl", line: 1, path: [] }, reason: "no JSON", hint: "" }], 4, 9, 0.015],
    ],
    LogOutOfOrderError: [
      [{ file: "spans.jsonl", line: 9, path: [] }, "c-1", { conversations: 10_000, characters: 1_000_000 }],
    ],
    UnknownTagError: [
      ["nigth", "a.jsonl:1", []],
      ["nigth", "a.jsonl:1", ["night"]],
    ],
    TooManyModelsError: [[["lab/a", "lab/b"]]],
  },
  monitor: {
    TooManyLabelsError: [
      [null, 200],
      ["user", 200],
    ],
    NoSuchKeyError: [
      ["verison", ["model", "version"]],
      ["version", []],
    ],
    OtherLabelsError: [
      ["watch", "model", null],
      ["watch", null, "version"],
    ],
    SamePeriodError: [
      ["watch", "watch@..2026-10-31", ["2026-10-01", "2026-10-31"]],
      ["watch", "watch", []],
    ],
    NoBaselineError: [["The log has no conversation with a time."]],
    UnlikeMonitorsError: [["watch", "other"]],
    EmptyPeriodError: [
      ["watch@2026-10-01..2026-10-31"],
      ["watch@2026-10-01..2026-10-31", ["2026-11-01", "2026-11-30"]],
    ],
    NoSuchLabelError: [
      ["nort", ["east", "north"]],
      ["nort", []],
    ],
    NotASampleError: [["watch/runs/a", "is a scan by word lists, in which nobody judged"]],
    LogChangedError: [["november.jsonl", { start: 0, end: 4096 }]],
    RedactedMonitorError: [["watch"]],
  },
  fleet: {
    QueuePackageMissingError: [["pg", "8.0.0"]],
    BadQueueAddressError: [["has no host", "It looks like postgres://host/database."]],
    QueueUnreachableError: [["nobody listens"]],
    QueueRefusedError: [["no such role"]],
    QueueTablesError: [
      [null, 1],
      [1, 2],
      [2, 1],
    ],
    NotInQueueError: [["a"]],
    WorkerOverdueError: [["w1"]],
  },
  harness: { ModelCancelledError: [["lab/a"]] },
  "plan-run": {
    ProductPlaceError: [["nowhere at all"], [undefined]],
    UntoldProductError: [[]],
    WaysWithoutMeaningError: [[["night_001 turn 3"]]],
    NothingSelectedError: [
      ['No scenario matches "moon_*".'],
      ['No scenario matches "nigh".', ["night"]],
      ["No scenario has the tag moon.", [], "tags"],
    ],
  },
  "plan-scan": { SimulatedJudgeError: [["sim/judge", "a__b/night.r1"]] },
  providers: {
    UnknownModelError: [["lab/z", ["lab/a"]]],
    OwnModelNameError: [["sim/mine", "sim is taken"]],
    NoBatchServiceError: [["lab/a", ["openai", "anthropic"]]],
    BatchRefusedError: [["openai/a", "no room"]],
    BatchFolderUnusableError: [["EACCES: permission denied, mkdir 'asked'"]],
    BatchFoldersError: [["files/reader"], ["openai/a"]],
    AnswersAwaitedError: [[{ open: 1, asked: 2, file: "asked/a.jsonl", folder: "answers" }]],
    BadAnswersError: [[["answers/a.jsonl:1: no JSON"]]],
    CallsInBatchError: [[3]],
    NoJudgeError: [["publish"]],
    NotARouterError: [["lab/a", "is tested in this run, and would choose the way of its own conversations"]],
    NoKeyError: [
      ["openai/a", ["OPENAI_API_KEY"]],
      ["openai/a", ["OPENAI_API_KEY"], false],
    ],
    KeyAstrayError: [
      [
        "lab/a",
        {
          variables: ["LAB_KEY"],
          host: "example.org",
          place: "invisiblebench.config.yaml",
          isKnownKey: false,
        },
      ],
    ],
    BadAddressError: [["OLLAMA_HOST", "here"]],
    CertificateFileError: [["ca.pem", CAUSE.cause]],
    BadProxyError: [["HTTPS_PROXY"]],
    NetworkOfProjectError: [["HTTPS_PROXY"]],
    OtherHostError: [["lab/a", { host: "b.example.org", configured: "a.example.org" }]],
    ProviderRefusedError: [[{ modelId: "lab/a", said: "HTTP 401", hint: "Check the key." }]],
    ProviderRedirectedError: [["lab/a", { status: 302, host: undefined }]],
    ProviderUnreachableError: [["lab/a", "nobody listens"]],
    JudgeUnusableError: [
      ["lab/a", { inARow: 25, why: "The answer is not one valid object.", said: "My holidays" }],
      ["lab/a", { inARow: 25, why: "The answer was cut by the token cap.", said: "" }],
    ],
    ProviderDownError: [["lab/a", { attempts: 20, seconds: 90, said: "HTTP 500" }]],
    UnknownPriceError: [[["lab/a"]]],
    CostCeilingError: [[{ ceilingUsd: 1, spentUsd: 0.99, nextUsd: 0.05 }]],
    NoHttpHarnessError: [[]],
    BadHttpHarnessError: [[["body: no placeholder"]]],
    MissingVariablesError: [[["PRODUCT_KEY"]], [["PRODUCT_KEY"], false]],
    UnsendableHeaderError: [["authorization"]],
    ReplyPathError: [[{ modelId: "http/json", path: "reply.text", reason: "there is no reply" }]],
    GiveCareHealthError: [["HTTP 500"]],
  },
  publish: {
    BoardRefusedError: [
      [[{ name: "simulated", message: "sim/careful is a program" }]],
      [
        [
          {
            name: "unresolved_gate",
            message: "lab/a: not established in night.r1 (IB-A1).",
            look: { scan: "a", checks: [CheckId.parse("IB-A1")] },
          },
        ],
      ],
    ],
    PassesWithoutQuotesError: [
      ["a/publish-1", "lab/judge quotes words in 0 of 501 passes that rest on words of the assistant"],
    ],
    BaselineIsSubjectError: [["a/publish-1", "b/publish-1"]],
    UnlikeScansError: [["a/publish-1", "b/publish-1", ["judge"]]],
    NothingToPairError: [
      ["lab/a", "b/publish-1", []],
      ["lab/a", "b/publish-1", null],
      ["lab/a", "b/publish-1", ["lab/b"], true],
    ],
    NoSharedCheckError: [["a/publish-1", "b/publish-1"]],
    NoContrastError: [["a/publish-1"]],
  },
  review: {
    OtherScanLabelledError: [["a.key.json", "a/publish-1", "b/publish-1"]],
    LabelOutsideBatchError: [["a__b/night.r1#IB-A1", "a.jsonl:1"]],
    NothingDecidedError: [[{ alone: 3, disputed: 1 }]],
    DecidedByPeopleError: [["a/publish-1-labels-2", "a/publish-1"]],
    ScanNameTakenError: [["publish-1-labels-2"]],
  },
  server: { PortTakenError: [[8080]], CannotListenError: [["10.0.0.1", 80]] },
  store: {
    ArtefactError: [[{ path: "results/a/plan.json" }, "no JSON"]],
    MissingArtefactError: [["results/a/plan.json"]],
    NewerSchemaError: [[{ path: "results/a/plan.json", line: 1 }, 9, 1]],
    CannotWriteError: [["results/a", "it is read-only"]],
    DiskFullError: [["results/a"]],
    JournalCorruptError: [[LOCKED]],
    JournalVersionError: [["results/a/journal.jsonl", 1, 2]],
    NoSuchMonitorError: [["watch"]],
    NoSuchRunError: [["results/a"]],
    RunExistsError: [["results/a", "a"]],
    ReservedRunIdError: [["scans"]],
    RunIncompleteError: [["a", CAUSE]],
    RunRedactedError: [["results/a"]],
    PlanChangedError: [["results/a", ["corpus"]]],
    RunLockedError: (["alive", "elsewhere", "unknown", "starting"] as const).map((holder) => [
      "results/a/.lock",
      "process 12",
      holder,
    ]),
    LockLostError: [
      ["results/a/.lock", null],
      ["results/a/.lock", "process 12"],
    ],
    NoSuchScanError: [["There is no scan a."], ["a has no scan yet.", 'Make one with `bench.scan("a")`.']],
    BrokenSealError: [["a/publish-1", [{ file: "verdicts.jsonl", problem: "is gone" }]]],
    UnsealedScanError: [
      ["a/publish-1", true],
      ["a/publish-1", false],
      ["a/publish-1", false, 'bench.evaluate({ resume: "a" })'],
    ],
    AmbiguousScanError: [
      [
        "a",
        [
          { path: "a/scans/publish-1", isFinished: false },
          { path: "a/scans/smoke-1", isFinished: true },
        ],
      ],
    ],
    PlanFolderError: [["results/first", "results/first is a run"]],
    RunsApartError: [[["one", "two"]]],
    UnlikeRunsError: [["a", "b", ["harness"]]],
    SharedTranscriptError: [["a__b/night.r1", "a", "b"]],
    NoSuchBatchError: [["reviews/a"]],
    ReviewExistsError: [["reviews/a"]],
    ReviewBatchChangedError: [["The key is of another batch."]],
    ReviewLockedError: [["labelling", LOCKED]],
    NotALabelFileError: [["reviews/a/Anna.jsonl"]],
    BadReviewLabelError: [["anna.jsonl:3: no JSON", 3]],
    PageMissingError: [["dist-web/index.html"]],
    LinkedWordsError: [[["results/a/transcripts"]]],
    SiteFolderError: [["site", "holds other files"]],
  },
  text: { InvalidPatternError: [["(", "checks/a.yaml", CAUSE.cause]] },
};
