/** A sample of every error that a user can meet, for tests that read error texts. */
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

type MadeErrors = Readonly<Record<`IB_${string}`, (...args: never[]) => BenchError>>;
type CodesOf<Room> = {
  [Name in keyof Room]: Room[Name] extends MadeErrors ? keyof Room[Name] : never;
}[keyof Room];
type MakerOf<Room, Code> = {
  [Name in keyof Room]: Code extends keyof Room[Name] ? Room[Name][Code] : never;
}[keyof Room];

/** Arguments of each error of a room: classes by name, others by code. An error without a sample does not compile. */
type Samples<Room> = {
  readonly [Name in keyof Room as Room[Name] extends ErrorClass ? Name : never]: Room[Name] extends ErrorClass
    ? readonly ConstructorParameters<Room[Name]>[]
    : never;
} & {
  readonly [Code in CodesOf<Room>]: MakerOf<Room, Code> extends (...args: infer Args) => BenchError
    ? readonly Args[]
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
    IB_ABILITY_PROOF: [["records", "has no line of proof"]],
    IB_NOT_FOR_QUEUE: [["the harness http/json asks a product"]],
    IB_WORKER_DIFFERS: [["run a", ["scenarios", "the version of Node"]]],
    IB_QUEUED_TASK_DEAD: [["a__b/night.r1", "its worker did not renew the lease"]],
    IB_ROWS_IN_QUEUE: [["run-1", [{ queue: "db.example/ib", path: "results/run-1/in_queue.json" }]]],
    IB_RUN_IN_QUEUE: [["a"]],
    IB_NOT_SHARED: [["watch-1a2b3c4d5e/chunks", "/srv/logs/november.jsonl"]],
    IB_WORKERS_MAY_WRITE: [["watch", [{ queue: "db.example/ib", path: "watch/in_queue.1.json" }]]],
    IB_CHUNK_NOT_HERE: [["0".repeat(64), "watch"]],
    IB_MODEL_STOPPED: [["a/b", "a/b refuses the key in A_KEY (HTTP 401)."]],
    IB_TRANSCRIPT_DAMAGED: [["a__b/night.r1"]],
    IB_CALL_NOT_IN_QUEUE: [["openai/gpt-5"]],
    IB_NO_CORE_SCAN: [["a.plain"]],
    IB_NO_SUCH_PACK: [["plane", ["hard", "plain"]]],
    IB_PACK_BESIDE_OWN_CORPUS: [["my-corpus"]],
    IB_PACK_NOT_HERE: [["a.own", "own"]],
    IB_NO_OWN_CHECKS: [["plain"]],
    IB_PLAN_WITHOUT_DRY_RUN: [[]],
    IB_IN_CHECKOUT: [[".", ["invisiblebench.config.yaml"]]],
    IB_BAD_PACK_NAME: [["9lives", "a name begins with a letter"]],
    IB_NOT_A_PACK: [["ours", "no pack.yaml"]],
    IB_OTHER_POLICY: [["a/acme", { policy: undefined, scan: "acme" }]],
    IB_SEVERAL_PACKS: [[["acme", "heim"]]],
    IB_PACK_SCAN: [["a.plain", "plain", "a release is gated by the core"]],
    IB_NO_SUCH_FILE: [["labels.jsonl", CAUSE]],
    IB_PROMPT_OUTSIDE: [["../prompt.md"]],
    IB_FILE_EXISTS: [["invisiblebench.config.yaml"]],
    IB_UNKNOWN_ID: [
      ["IB-Z1", []],
      ["IB-A11", ["IB-A1"]],
    ],
    IB_EVIDENCE_FOLDER: [["evidence/manifest.json"]],
    IB_UNKNOWN_REGIME: [
      ["sb-243", ["eu-50", "sb243"]],
      ["z", []],
      [null, [], "acme"],
    ],
    IB_BAD_PATTERN: [
      ["don(t", { cause: new SyntaxError("Invalid regular expression: /don(t/iu: Unterminated group") }],
    ],
    IB_UNKNOWN_IN_SCAN: [
      ["check", "IB-A88", ["IB-A8", "IB-A9"]],
      ["assistant", "nobody", Array.from({ length: 20 }, (_, index) => `maker/model-${index}`)],
      ["check", "IB-A8", []],
    ],
    IB_NOTHING_TO_EXPLAIN: [
      ["nobody*", ["a__b/night.r1"]],
      ["a__b/nigt", ["a__b/night.r1", "a__b/night.r2"]],
    ],
    IB_NO_CARDS: [[]],
    IB_NO_EXAMPLES: [["examples.jsonl"]],
    IB_NOT_LINTED: [["chekcs", ["benchmark"]]],
    IB_RESUMED_OTHERWISE: [["a", ["models: lab/a in the plan, lab/b given"]]],
    IB_NOTHING_TO_RESUME: [
      ["a", "imported"],
      ["a", "unplanned"],
    ],
    IB_BAD_RELEASE_LABEL: [["v2\n3"]],
    IB_BAD_RUN_ID: [["a/b"]],
    IB_BAD_SITE_ADDRESS: [["here"]],
    IB_BAD_WORKERS: [[0, 256]],
    IB_BAD_CEILING: [[Number.NaN]],
    IB_NO_REPLAY: [
      ["a", "lab/z", ["lab/a"]],
      ["a", "", ["lab/a", "lab/b"]],
    ],
    IB_DAMAGED_PACK: [["log.jsonl.gz", "it ends too early"]],
    IB_CORPUS_CHANGED: [
      ["a/publish-1", ["checks"]],
      ["a/publish-1", ["engine"]],
    ],
    IB_UNREADABLE_IMPORT: [
      [LOCKED, "chat-jsonl"],
      [LOCKED, "openai"],
      [LOCKED, "inspect"],
      [LOCKED, "promptfoo"],
    ],
    IB_NOTHING_TO_EXPORT: [["lab/z", ["lab/a"]]],
    IB_BINARY_EXPORT: [[]],
    IB_PRIVATE_SCAN: [["a/publish-1"]],
    IB_MODEL_TWICE: [["lab/a", "a/publish-1", "b/publish-1"]],
    IB_NOT_ON_BOARD: [["a/publish-1", "board.json"]],
    IB_BAD_POLICY: [["policy.yaml:1:1 unknown key"]],
    IB_BAD_LABEL: [["labels.jsonl:1: no JSON", CAUSE]],
    IB_MISSING_SCAN: [
      ["corrected rates", "scan"],
      ["validation", "validationScan"],
      ["calibration", "calibrationScan"],
    ],
    IB_OTHER_VERDICTS: [["a/publish-1", 3, 40]],
    IB_NOTHING_JUDGED: [["a/smoke-1"]],
    IB_NO_FULL_VOTES: [["a/publish-1"]],
    IB_TWO_DRAWS: [[]],
    IB_UNKNOWN_VERDICT: [["a/smoke-1", ["sim__brittle/safety_1.r1#IB-A1"]]],
    IB_NOTHING_TO_REVIEW: [["a/smoke-1", ["IB-A1"]]],
    IB_BAD_ANNOTATOR: [["Anna!", "is no name"]],
    IB_NOTHING_TO_ADJUDICATE: [["reviews/a"]],
    IB_FRESH_VOTES_LATER: [[]],
  },
  calibrate: {
    IB_CONFLICTING_LABELS: [
      [
        { label: "PASS", place: "a.jsonl:1" },
        {
          row: { item: "a__b/night.r1#IB-A1", axis: "IB-A1", label: "FAIL", annotator: "anna" },
          place: "a.jsonl:2",
        },
      ],
    ],
    IB_LONELY_DECISION: [["a.jsonl:1", "a__b/night.r1#IB-A1", "IB-A1"]],
    IB_NOT_A_VERDICT: [[{ item: "a__b/night.r1#IB-A1", annotator: "anna", label: "maybe" }]],
    IB_NOTHING_LABELLED_TWICE: [[["anna"]]],
    IB_MIXED_DRAWS: [["IB-A1", 3, 9]],
    IB_UNWEIGHED_LABELS: [["IB-A1", 9]],
    IB_CHOSEN_LABELS: [["IB-A1", 9]],
    IB_SCORING_CHANGED: [["a/publish-1", "the corpus changed"]],
    IB_UNLIKE_JUDGES: [["a/publish-1", "a/publish-2", "the profile differs"]],
    IB_UNKNOWN_LEXICON: [["nothing", ["crisis"]]],
  },
  cli: {
    IB_NO_QUEUE: [[]],
    IB_TYPED_PASSWORD: [[]],
    IB_INTERRUPTED: [[undefined], ["invisiblebench eval --resume a"]],
    IB_DECLINED: [[]],
    IB_SPENDING_NOT_AGREED: [["This costs about $3."]],
    IB_NOBODY_TO_FORGET: [[]],
    IB_NOT_A_PERIOD: [["watch", "october"]],
    IB_NOT_CONFIRMED: [["results/a"]],
    IB_COVERAGE_OF_CHECKS: [["runs"]],
    IB_NOT_SUCH_AN_EXPORT: [["A dataset is a folder, and cannot be printed.", "Name it with --out."]],
    IB_UNKNOWN_EXAMPLE: [["chek", ["check", "lexicon"]]],
  },
  corpus: {
    NoCorpusError: [["corpus", "absent"]],
    EmptyCorpusError: [["corpus", "checks"]],
    CorpusError: [["corpus", []]],
    IB_BAD_CONFIG: [["invisiblebench.config.yaml:1:1 unknown key"]],
    IB_CONFIG_CODE: [["invisiblebench.config.ts"]],
    IB_UNKNOWN_CHECK: [["IB-Z*", ["IB-A1"]]],
  },
  executor: {
    IB_THREAD_DIED: [
      [2, 3],
      [2, new Error("there was no memory left")],
    ],
  },
  exchange: {
    BadImportError: [[{ file: "a.jsonl", line: 1, path: [] }, "the assistant speaks first", "Leave it out."]],
    IB_TOO_MANY_BAD_RECORDS: [
      [[{ place: { file: "a.jsonl", line: 1, path: [] }, reason: "no JSON", hint: "Mend it." }], 1, 2, 0],
      [[{ place: { file: "a.jsonl", line: 1, path: [] }, reason: "no JSON", hint: "" }], 4, 9, 0.015],
    ],
    IB_LOG_OUT_OF_ORDER: [
      [{ file: "spans.jsonl", line: 9, path: [] }, "c-1", { conversations: 10_000, characters: 1_000_000 }],
    ],
    IB_UNKNOWN_TAG: [
      ["nigth", "a.jsonl:1", []],
      ["nigth", "a.jsonl:1", ["night"]],
    ],
    IB_TOO_MANY_MODELS: [[["lab/a", "lab/b"]]],
  },
  monitor: {
    IB_TOO_MANY_LABELS: [
      [null, 200],
      ["user", 200],
    ],
    IB_NO_SUCH_KEY: [
      ["verison", ["model", "version"]],
      ["version", []],
    ],
    IB_OTHER_LABELS: [
      ["watch", "model", null],
      ["watch", null, "version"],
    ],
    IB_SAME_PERIOD: [
      ["watch", "watch@..2026-10-31", ["2026-10-01", "2026-10-31"]],
      ["watch", "watch", []],
    ],
    IB_NO_BASELINE: [["The log has no conversation with a time."]],
    IB_UNLIKE_MONITORS: [["watch", "other"]],
    IB_EMPTY_PERIOD: [
      ["watch@2026-10-01..2026-10-31"],
      ["watch@2026-10-01..2026-10-31", ["2026-11-01", "2026-11-30"]],
    ],
    IB_NO_SUCH_LABEL: [
      ["nort", ["east", "north"]],
      ["nort", []],
    ],
    IB_NOT_A_SAMPLE: [["watch/runs/a", "is a scan by word lists, in which nobody judged"]],
    IB_LOG_CHANGED: [["november.jsonl", { start: 0, end: 4096 }]],
    IB_MONITOR_REDACTED: [["watch"]],
  },
  fleet: {
    IB_QUEUE_PACKAGE_MISSING: [["pg", "8.0.0"]],
    IB_BAD_QUEUE_ADDRESS: [["has no host", "It looks like postgres://host/database."]],
    IB_QUEUE_UNREACHABLE: [["nobody listens"]],
    IB_QUEUE_REFUSED: [["no such role"]],
    IB_QUEUE_TABLES: [
      [null, 1],
      [1, 2],
      [2, 1],
    ],
    IB_NOT_IN_QUEUE: [["a"]],
    IB_WORKER_OVERDUE: [["w1"]],
  },
  harness: { IB_MODEL_CANCELLED: [["lab/a"]] },
  "plan-run": {
    IB_PRODUCT_PLACE: [["nowhere at all"], [undefined]],
    IB_UNTOLD_PRODUCT: [[]],
    IB_WAYS_WITHOUT_MEANING: [[["night_001 turn 3"]]],
    IB_NOTHING_SELECTED: [
      ['No scenario matches "moon_*".'],
      ['No scenario matches "nigh".', ["night"]],
      ["No scenario has the tag moon.", [], "tags"],
    ],
  },
  "plan-scan": { IB_SIMULATED_JUDGE: [["sim/judge", "a__b/night.r1"]] },
  providers: {
    IB_UNKNOWN_MODEL: [["lab/z", ["lab/a"]]],
    IB_OWN_MODEL_NAME: [["sim/mine", "sim is taken"]],
    IB_NO_BATCH_SERVICE: [["lab/a", ["openai", "anthropic"]]],
    IB_BATCH_REFUSED: [["openai/a", "no room"]],
    IB_BATCH_FOLDER_UNUSABLE: [["EACCES: permission denied, mkdir 'asked'"]],
    IB_BATCH_FOLDERS: [["files/reader"], ["openai/a"]],
    IB_ANSWERS_AWAITED: [[{ open: 1, asked: 2, file: "asked/a.jsonl", folder: "answers" }]],
    IB_BAD_ANSWERS: [[["answers/a.jsonl:1: no JSON"]]],
    IB_CALLS_IN_BATCH: [[3]],
    IB_NO_JUDGE: [["publish"]],
    IB_NOT_A_ROUTER: [["lab/a", "is tested in this run, and would choose the way of its own conversations"]],
    IB_NO_KEY: [
      ["openai/a", ["OPENAI_API_KEY"]],
      ["openai/a", ["OPENAI_API_KEY"], false],
    ],
    IB_KEY_ASTRAY: [
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
    IB_BAD_ADDRESS: [["OLLAMA_HOST", "here"]],
    IB_CERTIFICATE_FILE: [["ca.pem", CAUSE.cause]],
    IB_BAD_PROXY: [["HTTPS_PROXY"]],
    IB_NETWORK_OF_PROJECT: [["HTTPS_PROXY"]],
    IB_OTHER_HOST: [["lab/a", { host: "b.example.org", configured: "a.example.org" }]],
    ProviderRefusedError: [[{ modelId: "lab/a", said: "HTTP 401", hint: "Check the key." }]],
    IB_PROVIDER_REDIRECTED: [["lab/a", { status: 302, host: undefined }]],
    IB_PROVIDER_UNREACHABLE: [["lab/a", "nobody listens"]],
    JudgeUnusableError: [
      ["lab/a", { inARow: 25, why: "The answer is not one valid object.", said: "My holidays" }],
      ["lab/a", { inARow: 25, why: "The answer was cut by the token cap.", said: "" }],
    ],
    ProviderDownError: [["lab/a", { attempts: 20, seconds: 90, said: "HTTP 500" }]],
    IB_UNKNOWN_PRICE: [[["lab/a"]]],
    CostCeilingError: [[{ ceilingUsd: 1, spentUsd: 0.99, nextUsd: 0.05 }]],
    IB_NO_HTTP_HARNESS: [[]],
    IB_BAD_HTTP_HARNESS: [[["body: no placeholder"]]],
    IB_MISSING_VARIABLES: [[["PRODUCT_KEY"]], [["PRODUCT_KEY"], false]],
    IB_UNSENDABLE_HEADER: [["authorization"]],
    IB_REPLY_PATH: [[{ modelId: "http/json", path: "reply.text", reason: "there is no reply" }]],
    IB_GIVECARE_HEALTH: [["HTTP 500"]],
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
      [
        [
          {
            name: "unresolved_gate",
            message: "lab/b: not established in night.r1 (IB-A1, IB-A2).",
            look: { scan: "b", checks: [CheckId.parse("IB-A1"), CheckId.parse("IB-A2")] },
          },
        ],
      ],
    ],
    IB_PASSES_WITHOUT_QUOTES: [
      ["a/publish-1", "lab/judge quotes words in 0 of 501 passes that rest on words of the assistant"],
    ],
    IB_BASELINE_IS_SUBJECT: [["a/publish-1", "b/publish-1"]],
    UnlikeScansError: [["a/publish-1", "b/publish-1", ["judge"]]],
    IB_NOTHING_TO_PAIR: [
      ["lab/a", "b/publish-1", []],
      ["lab/a", "b/publish-1", null],
      ["lab/a", "b/publish-1", ["lab/b"], true],
    ],
    IB_NO_SHARED_CHECK: [["a/publish-1", "b/publish-1"]],
    IB_NO_CONTRAST: [["a/publish-1"]],
  },
  review: {
    IB_OTHER_SCAN_LABELLED: [["a.key.json", "a/publish-1", "b/publish-1"]],
    IB_LABEL_OUTSIDE_BATCH: [["a__b/night.r1#IB-A1", "a.jsonl:1"]],
    IB_NOTHING_DECIDED: [[{ alone: 3, disputed: 1 }]],
    IB_DECIDED_BY_PEOPLE: [["a/publish-1-labels-2", "a/publish-1"]],
    IB_SCAN_NAME_TAKEN: [["publish-1-labels-2"]],
  },
  server: { IB_PORT_TAKEN: [[8080]], IB_CANNOT_LISTEN: [["10.0.0.1", 80]] },
  store: {
    ArtefactError: [[{ path: "results/a/plan.json" }, "no JSON"]],
    IB_NO_SUCH_ARTIFACT: [["results/a/plan.json"]],
    IB_NEWER_SCHEMA: [[{ path: "results/a/plan.json", line: 1 }, 9, 1]],
    IB_CANNOT_WRITE: [["results/a", "it is read-only"]],
    IB_DISK_FULL: [["results/a"]],
    IB_JOURNAL_CORRUPT: [[LOCKED]],
    IB_JOURNAL_VERSION: [["results/a/journal.jsonl", 1, 2]],
    IB_NO_SUCH_MONITOR: [["watch"]],
    IB_NO_SUCH_RUN: [["results/a"]],
    IB_RUN_EXISTS: [["results/a", "a"]],
    IB_RESERVED_RUN_ID: [["scans"]],
    IB_RUN_INCOMPLETE: [["a", CAUSE]],
    IB_RUN_REDACTED: [["results/a"]],
    IB_PLAN_CHANGED: [["results/a", ["corpus"]]],
    RunLockedError: (["alive", "elsewhere", "unknown", "starting"] as const).map((holder) => [
      "results/a/.lock",
      "process 12",
      holder,
    ]),
    IB_LOCK_LOST: [
      ["results/a/.lock", null],
      ["results/a/.lock", "process 12"],
    ],
    IB_NO_SUCH_SCAN: [["There is no scan a."], ["a has no scan yet.", 'Make one with `bench.scan("a")`.']],
    BrokenSealError: [["a/publish-1", [{ file: "verdicts.jsonl", problem: "is gone" }]]],
    IB_SCAN_UNSEALED: [
      ["a/publish-1", true],
      ["a/publish-1", false],
      ["a/publish-1", false, 'bench.evaluate({ resume: "a" })'],
    ],
    IB_AMBIGUOUS_SCAN: [
      [
        "a",
        [
          { path: "a/scans/publish-1", isFinished: false },
          { path: "a/scans/smoke-1", isFinished: true },
        ],
      ],
    ],
    IB_PLAN_FOLDER: [["results/first", "results/first is a run"]],
    IB_RUNS_APART: [[["one", "two"]]],
    IB_UNLIKE_RUNS: [["a", "b", ["harness"]]],
    IB_SHARED_TRANSCRIPT: [["a__b/night.r1", "a", "b"]],
    IB_NO_SUCH_BATCH: [["reviews/a"]],
    IB_REVIEW_EXISTS: [["reviews/a"]],
    IB_REVIEW_BATCH_CHANGED: [["The key is of another batch."]],
    IB_REVIEW_LOCKED: [["labelling", LOCKED]],
    IB_NOT_A_LABEL_FILE: [["reviews/a/Anna.jsonl"]],
    IB_BAD_REVIEW_LABEL: [["anna.jsonl:3: no JSON", 3]],
    IB_NO_PAGE: [["dist-web/index.html"]],
    LinkedWordsError: [[["results/a/transcripts"]]],
    IB_SITE_FOLDER: [["site", "holds other files"]],
  },
  text: { IB_INVALID_PATTERN: [["(", "checks/a.yaml", CAUSE.cause]] },
};
