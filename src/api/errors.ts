// Long because it is one table: every error of what the library offers, with its permanent code, its sentence and what to do.
import { defineErrors } from "../kernel/define-errors.ts";
import { type BenchError, ExitCode } from "../kernel/errors.ts";
import { ModelUnavailableError } from "../providers/errors.ts";
import type { ImportFormat } from "../schema/run/run-plan.ts";
import { askIfMeant, nameSome, namesLike } from "../text/match/nearest-name.ts";

const CHECK_LIKE = /^[A-Z][A-Z0-9]{1,9}-[A-Z]\d+$/;

const IMPORT_HINTS: Readonly<Record<ImportFormat, string>> = {
  "chat-jsonl": "A chat-jsonl file has one JSON object to a line, and nothing else.",
  openai: "A file named .json is one JSON document; any other has one JSON object to a line.",
  inspect: "Inspect's .eval files become JSON with `inspect log convert --to json`.",
  promptfoo: "Export with `promptfoo eval --output results.json`, or .jsonl.",
  otel: "The collector's file exporter writes OTLP in JSON: one document, or one to a line.",
  langfuse: "Export observations as JSON or JSONL; a CSV cannot be read.",
  langsmith: "Export runs as JSON, JSONL or Parquet; a CSV cannot be read.",
  phoenix: "Export spans as JSON, JSONL or Parquet; a CSV cannot be read.",
};

const ANNOTATOR_NAME_HINT = "Name each person once, in lower-case letters, digits, dashes and underscores.";

/**
 * Thrown when a call would begin although the worker, or the run, is stopping. The task goes back to the queue, and
 * no user sees the error.
 */
export class WorkerStopping extends Error {}

export const apiErrors = defineErrors({
  /** A file named in a command does not exist. */
  IB_NO_SUCH_FILE: (path: string, options: ErrorOptions) => [
    `There is no file ${path}.`,
    { ...options, hint: "Check the name; it is read from the current directory." },
  ],

  /** A product ability was declared without a line that proves it. */
  IB_ABILITY_PROOF: (ability: string, problem: string) => [
    `The ability "${ability}" ${problem}.`,
    `Say in one line what shows it, as in \`can: "${ability}=LINE"\`, or write that line into the config's http_harness.can.`,
  ],

  /** A config that was found, not named, would send a model the text of a file outside its folder. */
  IB_PROMPT_OUTSIDE: (path: string) => [
    `system_prompt in the config leads to ${path}, outside the config's folder; it was not read.`,
    "If you want that, name the prompt with `systemPrompt` or the config file with `config`.",
  ],

  /** A file already exists at the path for a new one; files are never overwritten. */
  IB_FILE_EXISTS: (path: string) => [
    `${path} exists already, and was left as it is.`,
    "Name another folder, or move the file away first.",
  ],

  /** A folder for the plan was named without a dry run. */
  IB_PLAN_WITHOUT_DRY_RUN: () => [
    "Only a dry run writes its plan to a folder of its own.",
    "Add `dryRun: true`, or leave out `planTo`: work that begins keeps its plan in its run.",
  ],

  /** The folder for the starter files is a checkout of this project, whose commands would then use those files. */
  IB_IN_CHECKOUT: (directory: string, files: readonly string[]) => [
    `${directory} is a checkout of InvisibleBench, and was left as it is: ${files.join(", ")} would be written there, and every command typed there would go by them.`,
    "Name a folder of its own, such as my-bench.",
  ],

  /** The name of a pack, or the prefix of its checks, is not valid. */
  IB_BAD_PACK_NAME: (name: string, why: string) => [
    `A pack or its prefix cannot be called "${name}": ${why}.`,
    "Name another folder, or a prefix of two to ten capitals and digits.",
  ],

  /** The folder for a new example is not a pack, or lacks a part that the example needs. */
  IB_NOT_A_PACK: (directory: string, lacks: string) => [
    `${directory} is not a pack that can have it: there is ${lacks}.`,
    "Name the folder of a pack whose checks have a prefix, or begin a new one.",
  ],

  /** The corpus has nothing with the requested name. */
  IB_UNKNOWN_ID: (id: string, known: Iterable<string>) => {
    const shown = CHECK_LIKE.test(id)
      ? 'See `bench.list("checks")`.'
      : 'See `bench.list("scenarios")`; checks, tags, lexicons and rules are listed alike.';
    return [`Nothing in the corpus is named "${id}".`, `${askIfMeant(namesLike(id, known))}${shown}`];
  },

  /** The scan has no such conversation or check. */
  IB_NOTHING_TO_EXPLAIN: (wanted: string, known: readonly string[]) => {
    const similar = namesLike(wanted, known);
    const [example = "nothing"] = known;
    return [
      `Nothing in this scan matches "${wanted}".`,
      `${askIfMeant(similar)}${similar.length > 0 ? "" : `It has ${example}, and ${known.length - 1} more of the kind. `}Without a scenario, \`bench.explain(scan)\` shows the worst conversation.`,
    ];
  },

  /** The requested checks have no golden cards in this corpus. */
  IB_NO_CARDS: () => [
    "There are no golden cards for these checks.",
    "See docs/golden-cards.md to write some.",
  ],

  /** A path to narrow a lint to matches no file that was read. */
  IB_NOT_LINTED: (path: string, linted: readonly string[]) => [
    `${path} leads to no file that was read of ${linted.join(", ")}.`,
    "A path narrows what is reported of the corpus that is read: name a file or a folder in it. To read another one, name a pack's folder with `packs`, or a whole corpus with `corpus`.",
  ],

  /** A file to measure lexicons or cues on holds no example. */
  IB_NO_EXAMPLES: (path: string) => [
    `${path} holds no example.`,
    "Write one JSON object to a line; docs/authoring.md shows the rows.",
  ],

  /** An option differs from the one that the run began with. */
  /** Each difference in words: the plan's value, and the given one. */
  IB_RESUMED_OTHERWISE: (runId: string, differences: readonly string[]) => [
    `The run ${runId} goes by the plan that it began with, and other settings were given.`,
    `${differences.join("; ")}. Leave out what is in the plan, or begin another run. \`bench.scan(run)\` judges it otherwise.`,
  ],

  /** The run has no conversations to continue: it was imported, or never planned. */
  IB_NOTHING_TO_RESUME: (runId: string, why: "imported" | "unplanned") => [
    why === "imported"
      ? `The run ${runId} was brought in from elsewhere: there is no conversation to continue.`
      : `The run ${runId} stopped before it had a plan: nothing was asked, and nothing says what was to be.`,
    why === "imported"
      ? "Judge it with `bench.scan(run)`."
      : "Name `models`, `scenarios` and the rest beside `resume`, as when it began.",
  ],

  /** A run id is not usable as the name of a directory on every file system. */
  IB_BAD_RUN_ID: (
    runId: string,
    hint = "Use letters, digits, dots, dashes and underscores, at most 100, beginning with a letter or digit and not ending with a dot; Windows keeps names such as con and nul for itself.",
  ) => [`"${runId}" cannot name a run.`, { hint }],

  /** A release label is not usable: it must read the same in tables, pages and pull requests. */
  IB_BAD_RELEASE_LABEL: (label: string) => [
    `"${label}" cannot be the label of a release.`,
    "Use up to 40 letters, digits, spaces and . _ + - ( ) @ #, beginning with a letter or digit, such as v2.3.",
  ],

  /** The cost limit is not a finite positive number. */
  IB_BAD_CEILING: (ceiling: number) => [
    `${ceiling} is no ceiling for what may be spent.`,
    "Give `maxCostUsd` an amount above 0 in US dollars, or leave it out for no ceiling.",
  ],

  /** A replay names a model that the recorded run does not have, or names none although the run has several. */
  IB_NO_REPLAY: (run: string, wanted: string, models: readonly string[]) => [
    wanted === "" ? `The run ${run} has several models.` : `The run ${run} has no model ${wanted}.`,
    `${askIfMeant(namesLike(wanted, models))}Name one of them: ${nameSome(models.map((model) => `replay/${run}/${model}`))}.`,
  ],

  /** A scan was made with other scenarios, checks or lexicons than the current ones, so its questions cannot be asked again. */
  IB_CORPUS_CHANGED: (scan: string, parts: readonly string[]) => {
    const isOtherCorpus = parts.some((part) => part !== "engine");
    return [
      `${scan} was made with ${isOtherCorpus ? "another corpus" : "another InvisibleBench"}: ${parts.join(", ")} changed since.`,
      `Scan the run again${isOtherCorpus ? ", or name the corpus of that time with `corpus`" : ""}.`,
    ];
  },

  /** A file to import is not readable as JSON; the message has the place and the fault. */
  IB_UNREADABLE_IMPORT: (cause: BenchError, format: ImportFormat) => [
    cause.message,
    { cause, hint: `${IMPORT_HINTS[format]} Nothing was imported.` },
  ],

  /** A packed log is damaged or ends too early, so only a part of it was read. */
  IB_DAMAGED_PACK: (file: string, problem: string, options: ErrorOptions = {}) => [
    `${file}: it cannot be unpacked: ${problem}.`,
    {
      ...options,
      hint: "It was cut short or damaged on its way, or is still being written: copy it or pack it again.",
    },
  ],

  /** The run has no conversation of the named model. */
  IB_NOTHING_TO_EXPORT: (model: string, known: readonly string[]) => [
    `The run has no conversation of "${model}".`,
    {
      hint: `${askIfMeant(namesLike(model, known))}It has: ${nameSome(known)}.`,
      exitCode: ExitCode.incomplete,
    },
  ],

  /** A Parquet export needs a file: it cannot be printed. */
  IB_BINARY_EXPORT: () => ["A parquet file is not text and cannot be printed.", "Name a `file`."],

  /** Evidence was requested about a regime that the corpus does not know. */
  // @param id `null` where all there are were asked for, and there is none
  // @param pack by whose own checks the scan was judged
  IB_UNKNOWN_REGIME: (id: string | null, known: readonly string[], pack?: string) => {
    const whose = pack === undefined ? "The corpus" : `The pack ${pack}`;
    return [
      id === null
        ? `${whose} states no regime, so there is nothing to write about.`
        : `${whose} has no regime "${id}".`,
      known.length === 0
        ? "State one in its configs/regimes/, with the duties that it asks for: docs/authoring.md describes it."
        : `${askIfMeant(namesLike(id ?? "", known))}It has ${nameSome(known)}.`,
    ];
  },

  /** A scan of private scenarios or imported conversations was about to be published. */
  IB_PRIVATE_SCAN: (scan: string) => [
    `${scan} was made with private scenarios or conversations and is not published.`,
    "Look at it with `bench.view()`, or pass its report on yourself.",
  ],

  /** Two scans to publish together have the same conversations, and would look like two releases. */
  IB_MODEL_TWICE: (model: string, first: string, second: string) => [
    `${model} is in ${first} and in ${second}, which judge the same conversations, and a site shows each release once.`,
    "Name one of the two, and publish the other as a site of its own.",
  ],

  /** A scan to publish is not one of those that the named board was made from. */
  IB_NOT_ON_BOARD: (scan: string, board: string) => [
    `${scan}, as it is on disk, is not among the scans that ${board} was made from.`,
    "Name that board's own scans, make it again with `bench.board.build(scans)`, or leave out `board`.",
  ],

  /** The site address for a gate's links is not one that a browser can open. */
  IB_BAD_SITE_ADDRESS: (site: string) => [
    `"${site}" is not the address of a site.`,
    "Give `site` an address such as https://example.org/bench/, or leave it out.",
  ],

  /** A gate's policy file has errors; the message lists them with line and column. */
  IB_BAD_POLICY: (problems: string) => [
    `The policy has errors:\n${problems}`,
    "docs/gate.md describes every key.",
  ],

  /** A policy is for the checks of one pack, or for the core's, but other checks judged the scan. */
  IB_OTHER_POLICY: (path: string, by: Readonly<Record<"policy" | "scan", string | undefined>>) => {
    const name = (pack: string | undefined) => (pack === undefined ? "the core" : `the pack ${pack}`);
    return [
      `${path} was judged by the checks of ${name(by.scan)}, and the policy is for those of ${name(by.policy)}.`,
      by.scan === undefined
        ? `Name the scan by that pack's checks, RUN/${by.policy ?? "PACK"}, or another policy.`
        : `Name a policy that says pack: ${by.scan}.`,
    ];
  },

  /** A line of a label file is not a label; the message has its place and the fault. */
  IB_BAD_LABEL: (message: string, options: ErrorOptions) => [
    message,
    {
      ...options,
      hint: 'A line is { "item", "axis", "label", "annotator" }, with "quote" and "note" where wanted.',
    },
  ],

  /** Rate correction or a validation set of labels needs a scan with the verdicts. */
  IB_MISSING_SCAN: (wanted: string, option: "scan" | "validationScan" | "calibrationScan") => [
    `For ${wanted} a scan is needed: nothing says which verdicts the labels are about.`,
    `Name the scan whose verdicts were labelled with \`${option}\`.`,
  ],

  /** A sampling key was drawn from other verdicts than those of the scan compared with the labels. */
  IB_OTHER_VERDICTS: (scan: string, differing: number, drawn: number) => [
    `${differing} of ${drawn} verdicts in the key are not those of ${scan}.`,
    "Name the scan that the batch was drawn from: `bench.review.merge(batch)` says which. Labels of a draw by strata say nothing of another judge's verdicts.",
  ],

  /** A scan has no judge, or no verdict on any labelled item, so there is nothing to write. */
  IB_NOTHING_JUDGED: (scan: string) => [
    `No judge said anything in ${scan} of what was labelled.`,
    {
      hint: "Name the scan whose verdicts were labelled: an item is `<transcript_id>#<mode_id>`.",
      exitCode: ExitCode.incomplete,
    },
  ],

  /** A scan has no question with all its votes, so policies cannot be replayed on it. */
  IB_NO_FULL_VOTES: (scan: string) => [
    `${scan} has no question that was asked more than once, to the last vote.`,
    'Scan with `profile: "full", repetitions: 3`: that policy asks for every vote.',
  ],

  /** Two ways to draw verdicts were given at once. */
  IB_TWO_DRAWS: () => [
    "A batch is drawn by verdicts, by checks or in two phases, or named, and not in two ways at once.",
    '`perStratum` draws up to so many of each check and verdict; `perCheck` a random sample of each check; `design: "two-phase"`, with `labels`, each check where labels teach most; `verdicts` takes those that are named. Give one of them.',
  ],

  /** Verdicts named for a batch are missing in the scan, or cannot be labelled. */
  IB_UNKNOWN_VERDICT: (scan: string, names: readonly string[]) => {
    const [first = "", ...others] = names;
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    return [
      `${scan} has no verdict ${first}${more} that a person could label.`,
      "A verdict is named <transcript_id>#<mode_id>, as the page Contested and labels have it. Of a conversation that broke off, or a check that had no occasion, there is none.",
    ];
  },

  /** A scan has no verdict of the requested checks that a person could label. */
  IB_NOTHING_TO_REVIEW: (scan: string, checks: readonly string[]) => {
    const of = checks.length === 0 ? "" : ` of ${checks.join(", ")}`;
    return [
      `${scan} has no verdict${of} to be labelled.`,
      {
        hint: "A check that no conversation gave occasion for has no verdict. Name others, or scan a run that has more scenarios.",
        exitCode: ExitCode.incomplete,
      },
    ];
  },

  /** A name is not valid for an annotator, or this annotator may not do this. */
  IB_BAD_ANNOTATOR: (name: string, problem: string, hint = ANNOTATOR_NAME_HINT) => [
    `"${name}" ${problem}.`,
    { hint },
  ],

  /** Fresh votes cannot be asked in batches or by files: each attempt starts anew and would never find its answers. */
  IB_FRESH_VOTES_LATER: () => [
    "Fresh votes are asked for at once: begun anew each time, they would not be found in a batch.",
    "Ask without batches, and name a judge that can be asked live.",
  ],

  /** The batch has no item on which two annotators disagree. */
  IB_NOTHING_TO_ADJUDICATE: (path: string) => [
    `There is nothing to adjudicate in ${path}: no item has two labels that differ.`,
    { hint: "`bench.review.merge(batch)` says who has labelled how much.", exitCode: ExitCode.incomplete },
  ],

  /** The number of workers is outside the possible range. */
  IB_BAD_WORKERS: (workers: number, most: number) => [
    `${workers} is not a number of workers.`,
    `Give \`workers\` a whole number from 1 to ${most}; as many as the machine has cores is the most that helps.`,
  ],

  /** Workers cannot do this run or use this option. */
  IB_NOT_FOR_QUEUE: (what: string) => [
    `Workers cannot take part in this: ${what}.`,
    "Leave `queue` out, or ask models by their names over their APIs.",
  ],

  /** The queue already has a run or a scan of that name, and their calls would be mixed up. */
  IB_RUN_IN_QUEUE: (run: string) => [
    `The queue's database has another ${run} already.`,
    "Continue the old one where it was begun, leave `queue` out, or give a new run a name of its own.",
  ],

  /** A queue's database holds prompts and replies of a run that is to be removed, and they would remain there. */
  IB_ROWS_IN_QUEUE: (run: string, notes: readonly { readonly queue: string; readonly path: string }[]) => {
    const places = [...new Set(notes.map(({ queue }) => queue))].join(" and ");
    const paths = notes.map(({ path }) => path).join(" and ");
    return [
      `The queue's database ${places} holds prompts and replies of ${run}; nothing was removed here.`,
      `Give the address of that database with \`queue\`: its rows are removed first. If the database is gone, remove ${paths} and try again.`,
    ];
  },

  /** A worker differs from the plan, so its calls could ask or cost something else. */
  IB_WORKER_DIFFERS: (work: string, parts: readonly string[]) => [
    `This worker does not take part in the ${work}: it differs in ${parts.join(", ")}.`,
    "Give it the InvisibleBench, the Node, the corpus and the prices of the machine on which that was begun.",
  ],

  /** A worker does not see the log, or the folder for its counts, at the path of the process that began the count. */
  IB_NOT_SHARED: (work: string, path: string) => [
    `This worker does not take part in the monitor ${work}: it does not see ${path} as it was begun.`,
    "The log and the folder that it is counted into have to be on a file system that all machines have at the same paths.",
  ],

  /** Workers of a queue may still write counts into the folder, so removed words could come back. */
  IB_WORKERS_MAY_WRITE: (
    directory: string,
    notes: readonly { readonly queue: string; readonly path: string }[],
  ) => {
    const places = [...new Set(notes.map(({ queue }) => queue))].join(" and ");
    const paths = notes.map(({ path }) => path).join(" and ");
    return [
      `Workers of the queue ${places} may still count into ${directory}.`,
      `Give the address of that database with \`queue\`: the work is taken out of it first. If the database is gone, remove ${paths} and try again.`,
    ];
  },

  /** A worker reported a counted chunk that the folder does not have. */
  IB_CHUNK_NOT_HERE: (chunk: string, directory: string) => [
    `A worker counted the chunk ${chunk}, and it is not in ${directory}.`,
    {
      canContinue: true,
      hint: "Is that folder the same one on all machines? The same command goes on.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** A worker received a conversation to judge that differs from the plan's. */
  IB_TRANSCRIPT_DAMAGED: (transcriptId: string) => [
    `What the queue's database has of the conversation ${transcriptId} is not what its hash says.`,
    {
      hint: "Judge it on one machine alone, and find out who writes into the queue's database.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** A task failed on every worker that tried it. */
  IB_QUEUED_TASK_DEAD: (task: string, reason: string) => [
    `Workers tried ${task} too often: ${reason}.`,
    {
      canContinue: true,
      hint: "Fix the cause, then resume. Completed calls are not repeated.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** A worker reported a conversation as done, but one of its calls was not recorded. */
  IB_CALL_NOT_IN_QUEUE: (modelId: string) => [
    `A call to ${modelId} should have been made by a worker, and is not in the queue's database.`,
    {
      canContinue: true,
      hint: "Continue; if it stays so, continue without `queue`.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** A named pack is neither shipped, nor a folder, nor an installed package. */
  IB_NO_SUCH_PACK: (pack: string, shipped: readonly string[]) => [
    `There is no pack "${pack}".`,
    `A pack is a folder with pack.yaml and with scenarios/ or checks/, or a package that is one. Shipped: ${shipped.join(", ") || "none"}.`,
  ],

  /** Packs extend the shipped corpus, but another corpus was named. */
  IB_PACK_BESIDE_OWN_CORPUS: (corpus: string) => [
    `Packs stand beside the shipped corpus, and ${corpus} stands instead of it.`,
    "Leave out `corpus` or `packs`, here and in the config.",
  ],

  /** The pack of a run or a scan is not available here. */
  IB_PACK_NOT_HERE: (path: string, pack: string) => [
    `${path} is of the pack ${pack}, which is not here.`,
    "Name its folder or its package with `packs`.",
  ],

  /** Judging by the checks of a pack that has none was requested. */
  IB_NO_OWN_CHECKS: (pack: string) => [
    `The pack ${pack} has no checks of its own.`,
    "Write one below its folder of checks, or name a pack that has some.",
  ],

  /** Measuring the checks of several packs at once was requested: each needs its own command. */
  IB_SEVERAL_PACKS: (packs: readonly string[]) => [
    `${packs.join(" and ")} have checks of their own, and one pack is measured at a time.`,
    "Name one of them with `packs`, or checks of one of them with `checks`.",
  ],

  /** A core-only option or command was used with a pack. */
  IB_PACK_SCAN: (path: string, pack: string, refused: string) => [
    `${path} is of the pack ${pack}: ${refused}.`,
    "Name the scan of the core's run; `bench.contrast(scan)` sets a pack beside it.",
  ],

  /** A pack's twins need exactly one core scan beside it with the same settings. */
  IB_NO_CORE_SCAN: (path: string) => [
    `Beside ${path} there is not exactly one scan of the core that was made as it was.`,
    "Name the core's scan with `core`.",
  ],

  /** The folder for evidence holds a file that evidence did not write; files are never overwritten. */
  IB_EVIDENCE_FOLDER: (path: string) => [
    `${path} is no file of an evidence folder, and was left as it is.`,
    "Name an empty or a new folder with `directory`, or move the file away first.",
  ],

  /** The search pattern is not a valid regular expression. */
  IB_BAD_PATTERN: (pattern: string, options: ErrorOptions) => {
    const why = options.cause instanceof Error ? options.cause.message.split(": ").at(-1) : undefined;
    return [
      `"${pattern}" is no regular expression${why === undefined ? "" : `: ${why}`}.`,
      { ...options, hint: "Put a backslash before each of ( ) [ ] { } + * ? . that is to mean itself." },
    ];
  },

  /** A search names a check, an assistant, a scenario or a verdict that the scan does not have. */
  IB_UNKNOWN_IN_SCAN: (kind: string, wanted: string, known: readonly string[]) => {
    const similar = namesLike(wanted, known);
    const few =
      known.length <= 8 ? `It has ${known.join(", ")}.` : `It has ${known[0]} and ${known.length - 1} more.`;
    return [
      `This scan has no ${kind} "${wanted}".`,
      `${askIfMeant(similar)}${known.length === 0 ? "It has none at all." : few}`,
    ];
  },
});

export const apiUnavailable = defineErrors(
  {
    /** A model rejected every worker that tried to ask it; the run's other models continue. */
    IB_MODEL_STOPPED: (model: string, reason: string) => [
      `No worker can ask ${model}: ${reason}`,
      {
        canContinue: true,
        hint: "Fix the cause, then resume. Completed calls are not repeated.",
        exitCode: ExitCode.couldNotBeDone,
      },
    ],
  },
  ModelUnavailableError,
);
