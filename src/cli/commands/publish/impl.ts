import { formatQuantity } from "../../../domain/number-words.ts";
import { ExitCode } from "../../../kernel/errors.ts";
import { renderBoard } from "../../../report/render-board.ts";
import { renderBoardChanges } from "../../../report/render-board-changes.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import type { CommonFlags, ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";

interface BuildFlags extends CommonFlags {
  readonly out?: string;
  readonly previous?: string;
  readonly example?: string;
}

export async function runLeaderboardBuild(
  this: CliContext,
  flags: BuildFlags,
  ...scans: readonly string[]
): Promise<void> {
  const { out, previous, example, ...common } = flags;
  const built = await openBench(this, common).board.build(scans, {
    ...(out === undefined ? {} : { directory: out }),
    ...(previous === undefined ? {} : { previous }),
    ...(example === undefined ? {} : { example }),
    signal: this.signal,
  });
  if (flags.json) printJson(this, built.board);
  else print(this, `${renderBoard(built.board, this.width)}\n\nBoard: ${built.directory}`);
}

const PROBLEMS_SHOWN = 20;

export async function runLeaderboardCheck(
  this: CliContext,
  flags: CommonFlags & { readonly strict: boolean },
  folder?: string,
): Promise<void> {
  const { directory, problems, otherParts } = await openBench(this, flags).board.check(folder, {
    strict: flags.strict,
    signal: this.signal,
  });
  if (problems.length > 0) this.setExitCode(ExitCode.couldNotBeDone);
  else if (otherParts.length > 0) this.setExitCode(ExitCode.incomplete);
  if (flags.json) {
    printJson(this, { directory, strict: flags.strict, problems, otherParts });
    return;
  }
  if (problems.length === 0) {
    print(
      this,
      otherParts.length === 0
        ? `${directory}: the board is what its scans give.`
        : `${directory}: not recomputed, because what is here differs in ${otherParts.join(", ")} from what the scans were made with. The scans are those that the board names, and its hash is its content's.`,
    );
    return;
  }
  const shown = problems.slice(0, PROBLEMS_SHOWN).map(({ where, message }) => `${where}: ${message}`);
  const hidden = problems.length - shown.length;
  print(
    this,
    [
      ...shown,
      ...(hidden > 0 ? [`and ${hidden} more`] : []),
      "",
      `${directory}: ${formatQuantity(problems.length, "problem")}.`,
    ].join("\n"),
  );
}

export async function runLeaderboardDiff(
  this: CliContext,
  flags: CommonFlags,
  before: string,
  after: string,
): Promise<void> {
  const changes = await openBench(this, flags).board.diff(before, after);
  if (flags.json) printJson(this, changes);
  else print(this, renderBoardChanges(changes).trimEnd());
}

export interface PublishFlags extends ReadFlags {
  readonly board?: string;
  readonly site?: string;
}

export async function runPublish(
  this: CliContext,
  flags: PublishFlags,
  directory: string,
  ...scans: readonly string[]
): Promise<void> {
  const board = flags.board === undefined ? {} : { board: flags.board };
  const address = flags.site === undefined ? {} : { site: flags.site };
  const options = { ...board, ...address, signal: this.signal };
  const site = await openBench(this, flags).publish(directory, scans, options);
  if (flags.json) {
    printJson(this, site);
    return;
  }
  const notes = [
    ...(site.simulated ? ["\nSome of it is simulated and marked so on every page."] : []),
    ...(site.card === null || site.card.painted
      ? []
      : [
          "\nThe picture for previews of links is a drawing (card.svg), which most of them do not show: there is no Chromium here that could paint it.",
        ]),
    ...(site.example === undefined ? [] : [`\nMarked on every page as an example: ${site.example}`]),
  ];
  print(
    this,
    `${site.directory}: ${formatQuantity(site.files, "file")}, ${formatQuantity(site.conversations, "conversation")}${notes.join("")}`,
  );
}
