/** leaderboard and publish: the commands that write public pages. */
import { buildRouteMap } from "@stricli/core";
import { formatQuantity } from "../../domain/number-words.ts";
import { ExitCode } from "../../kernel/errors.ts";
import { arg, as, asIs, command, flag, optional, scanArg } from "../command.ts";
import { resultsFlags } from "../flags.ts";

const build = command({
  brief: "Write a board of finished scans",
  about:
    "Writes leaderboard.json, .csv and .parquet and a page for each model. Refuses scans that cannot stand on one board and says why. Here --out names the board's folder; scans are paths, or names below results.",
  examples: [["results/a results/b", "Two models, each with a run of its own"]],
  rest: scanArg,
  flags: {
    out: as("directory", flag.text("dir", "Folder of the board [default: data/leaderboard]")),
    example: flag.text(
      "sentence",
      "What this is an example of: takes scans by files and open gates, marked on every page",
    ),
    previous: flag.text("board", "An earlier board: writes changelog.md"),
  },
  run: ({ bench, options }, ...scans) => bench.board.build(scans, options),
  json: ({ board }) => board,
  async text({ board, directory }, { context }) {
    const { renderBoard } = await import("../../report/render-board.ts");
    return `${renderBoard(board, context.width)}\n\nBoard: ${directory}`;
  },
});

const PROBLEMS_SHOWN = 20;

const check = command({
  brief: "Prove that a board was generated from its scans",
  about:
    "Computes the board again from the scans it names and shows the first difference; exit 1 where there is any. --strict adds: no FAIL without a verified quote, evidence for everything to be adjudicated, a calibration status for every claim, no unflagged judge of the model's own family.",
  examples: [["--strict", "Before publishing"]],
  args: [optional(arg("dir", "Folder of the board [default: data/leaderboard]"))],
  flags: { strict: flag.on("Also what keeps a board from being published") },
  run: ({ bench, options }, folder) => bench.board.check(folder, options),
  exitCode: ({ problems, otherParts }) =>
    problems.length > 0 ? ExitCode.couldNotBeDone : otherParts.length > 0 ? ExitCode.incomplete : undefined,
  json: ({ directory, ...found }, { options: { strict } }) => ({ directory, strict, ...found }),
  text({ directory, problems, otherParts }) {
    if (problems.length === 0)
      return otherParts.length === 0
        ? `${directory}: the board is what its scans give.`
        : `${directory}: not recomputed, because what is here differs in ${otherParts.join(", ")} from what the scans were made with. The scans are those that the board names, and its hash is its content's.`;
    const hidden = problems.length - PROBLEMS_SHOWN;
    return [
      ...problems.slice(0, PROBLEMS_SHOWN).map(({ where, message }) => `${where}: ${message}`),
      ...(hidden > 0 ? [`and ${hidden} more`] : []),
      "",
      `${directory}: ${formatQuantity(problems.length, "problem")}.`,
    ].join("\n");
  },
});

const diff = command({
  brief: "Who moved between two boards, and whether it is more than noise",
  examples: [["data/2026-10 data/leaderboard", "Since last month's board"]],
  args: [arg("old", "A board or its folder"), arg("new", "Another")],
  run: ({ bench }, before, after) => bench.board.diff(before, after),
  json: asIs,
  async text(changes) {
    const { renderBoardChanges } = await import("../../report/render-board-changes.ts");
    return renderBoardChanges(changes).trimEnd();
  },
});

export const leaderboardRoutes = buildRouteMap({
  routes: { build, check, diff },
  docs: { brief: "Boards of several models, and their quality assurance" },
});

export const publishCommand = command({
  brief: "Write the viewer and some scans as a static site",
  about:
    "Works from any file server and below any path. An older site in the folder is replaced, what others put beside it stays; a folder with anything else in it is refused. .invisiblebench-site.json lists the files that are the site's. With --site the picture for previews of links is painted by the Chromium that is here, or named in the environment as CHROMIUM_PATH.",
  examples: [["site 20261115-101500-1a2b", "One scan with its evidence"]],
  rest: { ...arg("site-dir scan", "Folder to write, then scans or runs with one scan"), minimum: 2 },
  flags: {
    ...resultsFlags,
    board: flag.text("file", "leaderboard.json made from these scans, whose tiers to show"),
    site: flag.text("url", "Where the site will be; previews of links have a picture by it alone"),
  },
  run: ({ bench, options }, directory, ...scans) => bench.publish(directory, scans, options),
  json: asIs,
  text: ({ directory, files, conversations, simulated, card, example }) =>
    [
      `${directory}: ${formatQuantity(files, "file")}, ${formatQuantity(conversations, "conversation")}`,
      simulated && "Some of it is simulated and marked so on every page.",
      card?.painted === false &&
        "The picture for previews of links is a drawing (card.svg), which most of them do not show: there is no Chromium here that could paint it.",
      example !== undefined && `Marked on every page as an example: ${example}`,
    ]
      .filter(Boolean)
      .join("\n"),
});
