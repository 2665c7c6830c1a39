/** leaderboard and publish: the commands that write what others see. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { commonFlags, resultsFlags } from "../../flags.ts";

const boardText = { kind: "parsed", parse: String, optional: true } as const;

const buildBoardCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runLeaderboardBuild,
  parameters: {
    flags: {
      ...commonFlags,
      out: { ...boardText, placeholder: "dir", brief: "Folder of the board [default: data/leaderboard]" },
      example: {
        ...boardText,
        placeholder: "sentence",
        brief: "What this is an example of: takes scans by files and open gates, marked on every page",
      },
      previous: { ...boardText, placeholder: "board", brief: "An earlier board: writes changelog.md" },
    },
    positional: {
      kind: "array",
      minimum: 1,
      parameter: {
        parse: String,
        placeholder: "scan",
        brief: "A scan's directory, or a run with one scan",
      },
    },
  },
  docs: {
    brief: "Write a board of finished scans",
    fullDescription:
      "Writes leaderboard.json, .csv and .parquet and a page for each model. Refuses scans that cannot stand on one board and says why. Here --out names the board's folder; scans are paths, or names below results.",
    customUsage: [{ input: "results/a results/b", brief: "Two models, each with a run of its own" }],
  },
});

const checkBoardCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runLeaderboardCheck,
  parameters: {
    flags: {
      ...commonFlags,
      strict: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Also what keeps a board from being published",
      },
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          parse: String,
          placeholder: "dir",
          brief: "Folder of the board [default: data/leaderboard]",
          optional: true,
        },
      ],
    },
  },
  docs: {
    brief: "Prove that a board was generated from its scans",
    fullDescription:
      "Computes the board again from the scans it names and shows the first difference; exit 1 where there is any. --strict adds: no FAIL without a verified quote, evidence for everything to be adjudicated, a calibration status for every claim, no unflagged judge of the model's own family.",
    customUsage: [{ input: "--strict", brief: "Before publishing" }],
  },
});

const diffBoardCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runLeaderboardDiff,
  parameters: {
    flags: { ...commonFlags },
    positional: {
      kind: "tuple",
      parameters: [
        { parse: String, placeholder: "old", brief: "A board or its folder" },
        { parse: String, placeholder: "new", brief: "Another" },
      ],
    },
  },
  docs: {
    brief: "Who moved between two boards, and whether it is more than noise",
    customUsage: [{ input: "data/2026-10 data/leaderboard", brief: "Since last month's board" }],
  },
});

export const leaderboardRoutes = buildRouteMap({
  routes: { build: buildBoardCommand, check: checkBoardCommand, diff: diffBoardCommand },
  docs: { brief: "Boards of several models, and their quality assurance" },
});

export const publishCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runPublish,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      board: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "file",
        brief: "leaderboard.json made from these scans, whose tiers to show",
      },
      site: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "url",
        brief: "Where the site will be; previews of links have a picture by it alone",
      },
    },
    positional: {
      kind: "array",
      minimum: 2,
      parameter: {
        parse: String,
        placeholder: "site-dir scan",
        brief: "Folder to write, then scans or runs with one scan",
      },
    },
  },
  docs: {
    brief: "Write the viewer and some scans as a static site",
    fullDescription:
      "Works from any file server and below any path. An older site in the folder is replaced, what others put beside it stays; a folder with anything else in it is refused. .invisiblebench-site.json lists the files that are the site's. With --site the picture for previews of links is painted by the Chromium that is here, or named in the environment as CHROMIUM_PATH.",
    customUsage: [{ input: "site 20261115-101500-1a2b", brief: "One scan with its evidence" }],
  },
});
