import { spawnSync } from "node:child_process";

/** `docs/cli.md`: the help of every command, as printed by the tool. */
export function describeCommands(bin: string): string {
  return [
    "# The command line",
    "",
    "Generated from `--help` by `npm run generate`.",
    "",
    "**Width.** Tables fit the terminal, or `COLUMNS` where it is set; in a pipe or a file they are at most 120 wide. Prose in a cell is set in several lines first; where that is not enough, each row becomes a block. On a terminal sentences are broken between words, too; in a pipe a sentence is a line. Commands to copy stay whole.",
    "",
    "**Colour** is used on a terminal, and never says anything that a word or a mark (✓, ✕, ?) does not say. `NO_COLOR` turns it off, `FORCE_COLOR` on. With `TERM=dumb` there is none, and progress is plain lines.",
    "",
    '**`--json`** prints one document on stdout, also where the command fails: `{"error": {"code", "message", "hint", "where", "way_on", "exit_code"}}`. `where` lists files with line and column as far as they are known; `way_on` says what was spent and how to continue. Codes are those of [errors.md](errors.md), `IB_USAGE` for a command line that was not understood, `IB_BUG` for our own mistakes. Warnings, progress and the same error in words go to stderr.',
    "",
    ...describeRoute(bin, []),
  ].join("\n");
}

function describeRoute(bin: string, route: readonly string[]): readonly string[] {
  const help = helpOf(bin, route);
  const commands = commandsIn(help);
  if (route.length === 0 && commands.length === 0) throw new Error(`--help lists no commands:\n${help}`);
  return [
    `## ${["invisiblebench", ...route].join(" ")}`,
    "",
    "```",
    help.trim(),
    "```",
    "",
    ...commands.flatMap((command) => describeRoute(bin, [...route, command])),
  ];
}

function helpOf(bin: string, route: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(process.execPath, [bin, ...route, "--help"], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${[...route, "--help"].join(" ")} exited with ${status}:\n${stderr}`);
  return stdout.replace(/[^\S\n]+$/gm, "");
}

/** The names under COMMANDS in a route's help; a single command does not have this part. */
function commandsIn(help: string): readonly string[] {
  const part = /^COMMANDS\n((?: {2}.*\n?|\n)*)/m.exec(help)?.[1] ?? "";
  return Array.from(part.matchAll(/^ {2}([a-z][a-z-]*)/gm), ([, name = ""]) => name);
}
