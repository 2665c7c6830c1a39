// Long because it is one table: every error of the store, with its permanent code, message and hint.

import { defineErrors } from "../kernel/define-errors.ts";
import { BenchError, type BenchErrorOptions, ExitCode } from "../kernel/errors.ts";
import { nameSome } from "../text/match/nearest-name.ts";

/** A place in a run directory. */
export interface ArtefactPlace {
  readonly path: string;
  readonly line?: number;
}

function describeArtefactPlace(place: ArtefactPlace): string {
  return place.line === undefined ? place.path : `${place.path}:${place.line}`;
}

/** A file of a run directory does not match its schema; the message names the place and the fault. */
export class ArtefactError extends BenchError {
  readonly code = "IB_BAD_ARTIFACT";

  readonly place: ArtefactPlace;
  /** The fault without its place. */
  readonly problem: string;

  constructor(place: ArtefactPlace, problem: string, options: ErrorOptions = {}) {
    super(`${describeArtefactPlace(place)}: ${problem}`, {
      ...options,
      hint: "Restore the file from a copy, or repeat the command that wrote it.",
    });
    this.place = place;
    this.problem = problem;
  }
}

/** State of a lock's holder. */
export type LockHolder = "alive" | "elsewhere" | "unknown" | "starting";

const RUN_LOCKED_HINTS: Readonly<Record<LockHolder, string>> = {
  alive: "Wait until it ends, or stop it; then repeat this.",
  elsewhere:
    "From here nobody can tell whether it still works. Wait until it ends, or, if you are sure that it works no longer, do the same with `takeOver`.",
  unknown: "If you are sure that nothing works on this run, do the same with `takeOver`.",
  starting: "Try again.",
};

/** Another process writes into the run directory, or may be writing. */
export class RunLockedError extends BenchError {
  readonly code = "IB_RUN_LOCKED";
  override readonly exitCode = ExitCode.couldNotBeDone;

  readonly path: string;
  readonly who: string;
  readonly holder: LockHolder;

  constructor(path: string, who: string, holder: LockHolder) {
    super(`The run is in use by ${who} (${path}).`, { hint: RUN_LOCKED_HINTS[holder] });
    this.path = path;
    this.who = who;
    this.holder = holder;
  }
}

const PROBLEMS_SHOWN = 5;

/** A changed file, by its path from the scan's folder, and the change. */
export interface FileProblem {
  readonly file: string;
  readonly problem: string;
}

/** A scan's verdicts, votes or conversations changed after it was finished, so it decides nothing. */
export class BrokenSealError extends BenchError {
  readonly code = "IB_SCAN_BROKEN_SEAL";

  readonly directory: string;
  readonly problems: readonly FileProblem[];

  constructor(directory: string, problems: readonly FileProblem[]) {
    const hidden = problems.length - PROBLEMS_SHOWN;
    const shown = problems.slice(0, PROBLEMS_SHOWN);
    super(
      [
        `${directory} is not what was sealed when it was finished:`,
        ...shown.map(({ file, problem }) => `  ${file}: ${problem}`),
        ...(hidden > 0 ? [`  and ${hidden} more`] : []),
      ].join("\n"),
      {
        hint: "Restore the files from a copy. Or make them again: a run's conversations with `bench.run({ resume: run })`, a scan's verdicts with the same `bench.scan(run)`.",
      },
    );
    this.directory = directory;
    this.problems = problems;
  }
}

const REVIEW_LOCKED_HINTS: Readonly<Record<LockHolder, string>> = {
  alive:
    "One server at a time keeps a batch's labels. Use its links, or stop it with Ctrl-C and name everyone here.",
  elsewhere:
    "From here nobody can tell whether it is still open. If you are sure that it is not, do the same with `takeOver`.",
  unknown: "If you are sure that no server is open on this batch, do the same with `takeOver`.",
  starting: "Try again.",
};

/** A part of a run to be deleted is a symbolic link, and its target would keep the words. */
export class LinkedWordsError extends BenchError {
  readonly code = "IB_LINKED_WORDS";

  readonly links: readonly string[];

  constructor(links: readonly string[]) {
    const hidden = links.length - PROBLEMS_SHOWN;
    const are = links.length === 1 ? "is a symbolic link" : "are symbolic links";
    const more = hidden > 0 ? ` and ${hidden} more` : "";
    super(
      `${links.slice(0, PROBLEMS_SHOWN).join(", ")}${more} ${are}: the words behind would stay, so nothing was touched.`,
      {
        hint: "Move what it leads to into the place of the link, or remove both yourself; then do it again.",
      },
    );
    this.links = links;
  }
}

export const storeErrors = defineErrors({
  /** A run or a review batch lacks a file that the command needs. */
  IB_NO_SUCH_ARTIFACT: (path: string, options: BenchErrorOptions = {}) => [
    `There is no ${path}.`,
    {
      hint: "What writes it did not get that far, or it was moved away: the command that writes it goes on where it stopped.",
      ...options,
    },
  ],

  /** A newer version wrote the file, in a format that this version cannot read. */
  IB_NEWER_SCHEMA: (place: ArtefactPlace, found: number, supported: number) => [
    `${describeArtefactPlace(place)} was written by a newer InvisibleBench ` +
      `(schema_version ${found}, this one reads up to ${supported}).`,
    "Upgrade InvisibleBench to read it.",
  ],

  /** A file or folder of the results cannot be written: it is read-only, or the system refused. */
  IB_CANNOT_WRITE: (path: string, reason: string, options: ErrorOptions = {}) => [
    `Cannot write ${path}: ${reason}.`,
    {
      ...options,
      hint: "Make the folder writable, or name another. Everything so far is kept, and can be continued.",
      canContinue: true,
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** The disk is full. Content that is already in the journal is kept. */
  IB_DISK_FULL: (path: string, options: ErrorOptions = {}) => [
    `There is no space left to write ${path}.`,
    {
      ...options,
      hint: "Free some space. Everything so far is kept, and can be continued.",
      canContinue: true,
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** A line of the journal, other than a torn last one, cannot be read. The lines after it cannot be trusted. */
  // `cause` names the file, the line and what is wrong there.
  IB_JOURNAL_CORRUPT: (cause: BenchError) => [
    `The journal is damaged: ${cause.message}`,
    {
      cause,
      hint: "Restore the journal from a copy, or delete that line: its unit of work is then done again.",
    },
  ],

  /** A journal names its calls in an older format, so its calls cannot be reused. Artefacts made from it are intact. */
  IB_JOURNAL_VERSION: (path: string, found: number, continued: number) => [
    `${path} is a journal of version ${found}; version ${continued} is continued and verified.`,
    "Its run and scans can be looked at as they are. Continue or verify it with the version that began it. To go on with this one begin a new run, or move the scan's folder away and scan again.",
  ],

  /** The named run does not exist. */
  IB_NO_SUCH_RUN: (directory: string) => [
    `There is no run in ${directory}.`,
    'See what there is with `bench.list("runs")`.',
  ],

  /** A run of this name already exists. */
  IB_RUN_EXISTS: (directory: string, runId: string) => [
    `A run named "${runId}" exists already (${directory}).`,
    `Continue it with \`resume: "${runId}"\`, or choose another name with \`runId\`.`,
  ],

  /** A run has the reserved name of the folder for scans of several runs. */
  IB_RESERVED_RUN_ID: (runId: string) => [
    `"${runId}" cannot name a run: the folder of that name holds scans of several runs.`,
    "Choose another name with `runId`.",
  ],

  /** A run was stopped before all of its conversations were complete. */
  IB_RUN_INCOMPLETE: (runId: string, options: ErrorOptions) => [
    `The run ${runId} stopped before all of its conversations were had.`,
    {
      ...options,
      hint: `Have the rest of them with \`bench.run({ resume: "${runId}" })\`.`,
      exitCode: ExitCode.incomplete,
    },
  ],

  /** An earlier version replaced a run's texts by hashes. This version cannot read such a run; it can delete it. */
  IB_RUN_REDACTED: (directory: string) => [
    `${directory} was redacted by an earlier version: its texts are gone, and this version cannot read it.`,
    "Import or run the conversations again to judge them, or read its scans with the version that redacted it.",
  ],

  /** A run is resumed with another corpus or another version of the harness than it began with. */
  IB_PLAN_CHANGED: (where: string, differences: readonly string[]) => [
    `${where} was planned differently: ${differences.join(", ")} changed since.`,
    "Resume it with the corpus and the version of InvisibleBench that it began with, or begin anew under another `runId`.",
  ],

  /** Another process took over the run, or the lock file was removed. This process stops sending and writing. */
  // @param who the current holder; `null` if there is none
  IB_LOCK_LOST: (path: string, who: string | null) => {
    const what = who === null ? "the lock file is gone" : `it was taken over by ${who}`;
    return [
      `This process no longer holds ${path}: ${what}. Nothing more was sent or written.`,
      {
        hint:
          who === null
            ? "What was recorded before is kept, and can be continued."
            : "Let the other one finish: it has everything that was recorded before. To go on from here instead, stop it first.",
        canContinue: true,
        exitCode: ExitCode.couldNotBeDone,
      },
    ];
  },

  /** The named scan does not exist. */
  IB_NO_SUCH_SCAN: (message: string, hint = 'See what there is with `bench.list("runs")`.') => [
    message,
    { hint },
  ],

  /** A scan has no seal: it is unfinished, or older than seals. It can be viewed, but decides nothing. */
  // @param wayOn the call that continues this scan, if known
  IB_SCAN_UNSEALED: (directory: string, hasSummary: boolean, wayOn?: string) => {
    const goOn =
      wayOn === undefined
        ? "Repeat what began it, with the same settings and the same corpus"
        : `Go on with \`${wayOn}\``;
    return [
      hasSummary
        ? `${directory} has no seal: its last work was not finished, or it was made before scans were sealed.`
        : `${directory} has no seal: it was not finished.`,
      {
        hint: `${goOn}: it asks nothing again that was answered, and seals it.`,
        exitCode: ExitCode.incomplete,
      },
    ];
  },

  /** A command needs a scan, and the named run has several. */
  IB_AMBIGUOUS_SCAN: (
    path: string,
    scans: readonly { readonly path: string; readonly isFinished: boolean }[],
  ) => {
    const names = scans.map((scan) => (scan.isFinished ? scan.path : `${scan.path} (not finished)`));
    const goOn = scans.every(({ isFinished }) => isFinished)
      ? ""
      : " One that is not finished goes on by what began it, with the same settings.";
    return [`${path} has ${scans.length} scans.`, `Name one of them: ${nameSome(names)}.${goOn}`];
  },

  /** Runs that are scanned together must be in one results folder, which also holds their scan. */
  IB_RUNS_APART: (folders: readonly string[]) => [
    `The runs lie in different folders: ${folders.join(", ")}.`,
    "Move them below one results folder, or scan them one by one.",
  ],

  /** The folder for a dry run's plan belongs to a run or a scan, where other commands would take the plan for a scan. */
  IB_PLAN_FOLDER: (directory: string, why: string) => [
    `The plan cannot be written to ${directory}: ${why}.`,
    "Name a folder of its own with `planTo`, such as plans/next.",
  ],

  /** Runs with different settings cannot be judged as one. */
  IB_UNLIKE_RUNS: (first: string, other: string, parts: readonly string[]) => [
    `${first} and ${other} were not made alike: they differ in ${parts.join(", ")}.`,
    "Runs may be scanned together if only their models and repeats differ. Scan these one by one.",
  ],

  /** Two runs hold the same conversation of the same model, so a row could not identify it. */
  IB_SHARED_TRANSCRIPT: (transcriptId: string, first: string, other: string) => [
    `Both ${first} and ${other} hold ${transcriptId}.`,
    "Scan them one by one, or run the model again with `repeats`.",
  ],

  /** A folder holds no monitor counts. */
  IB_NO_SUCH_MONITOR: (path: string) => [
    `Nothing was counted in ${path}.`,
    "Name the folder that a log was counted into; `bench.monitor.count(files)` does that.",
  ],

  /** A folder is not a review batch. */
  IB_NO_SUCH_BATCH: (path: string, options: ErrorOptions = {}) => [
    `There is no review batch in ${path}.`,
    { ...options, hint: "`bench.review.export(scan)` makes one and says where it is." },
  ],

  /** Another review batch, or its key, is already in this place; nothing is overwritten. */
  IB_REVIEW_EXISTS: (path: string) => [
    `${path} is there already and belongs to another draw; it was left as it is.`,
    "Name another folder with `directory`: labels may have been made for the old one.",
  ],

  /** A review batch changed since its export: it, its items, its key or a label do not match. */
  IB_REVIEW_BATCH_CHANGED: (problem: string) => [
    problem,
    "A batch is frozen, so that everyone reads the same. Restore the files, or export a batch of its own.",
  ],

  /** Another server writes the labels of this review batch. */
  IB_REVIEW_LOCKED: (work: "labelling" | "adjudication", locked: RunLockedError) => [
    `The ${work} of this batch is in use by ${locked.who} (${locked.path}).`,
    { cause: locked, hint: REVIEW_LOCKED_HINTS[locked.holder], exitCode: ExitCode.couldNotBeDone },
  ],

  /** A file among a batch's labels does not have an annotator's name, so its labels would not count. */
  IB_NOT_A_LABEL_FILE: (path: string) => [
    `${path} is no label file by its name.`,
    "A label file is <annotator>.jsonl, in lower-case letters, digits, dashes and underscores; `adjudicated` is nobody's name. Rename it, or move it out of the folder.",
  ],

  /** A line of an annotator's labels is damaged, or names an item that the batch does not have; the message has its place. */
  IB_BAD_REVIEW_LABEL: (message: string, line: number, options: ErrorOptions = {}) => [
    message,
    {
      ...options,
      hint: `Every save is a line, and the last one of an item counts. Keep a copy of the file elsewhere, remove line ${line}, and go on: only that save is lost.`,
    },
  ],

  /** The web page for reports and the viewer has not been built. */
  IB_NO_PAGE: (path: string) => [
    `The web page has not been built: there is no ${path}.`,
    "Build it with `npm run build:web` and repeat the command. Results that are there already are complete without it.",
  ],

  /** A folder for a site holds foreign files, which would be lost or mixed up with the site. */
  IB_SITE_FOLDER: (folder: string, problem: string, options: ErrorOptions = {}) => [
    `${folder} ${problem}; nothing in it was touched.`,
    {
      ...options,
      hint: "Name an empty or a new folder, or move away what is there. A site that was published before sites were marked is not known again: publish into a new folder, or empty this one first.",
    },
  ],
});
