import { spawnSync } from "node:child_process";

/** `docs/cli.md`: the help of every command, as the tool itself prints it. */
export function describeCommands(bin: string): string {
  return [
    "# The command line",
    "",
    "Generated from `--help` by `npm run generate`.",
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

/** The names under COMMANDS in a route's help; a single command has no such part. */
function commandsIn(help: string): readonly string[] {
  const part = /^COMMANDS\n((?: {2}.*\n?|\n)*)/m.exec(help)?.[1] ?? "";
  return Array.from(part.matchAll(/^ {2}([a-z][a-z-]*)/gm), ([, name = ""]) => name);
}
