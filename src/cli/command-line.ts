/** Commands as a line to type. */
import { basename, relative } from "node:path";
import { type CommonFlags, type ResultsFlags, runFlags, scanFlags, workFlags } from "./flags.ts";

/** How judges are asked decides no verdict, and is in no plan. */
const { batch: _, requests: __, answers: ___, ...judgingFlags } = scanFlags;
/** What a plan keeps, so that it need not be typed again. */
const IN_PLAN = { ...runFlags, ...judgingFlags, maxCostUsd: workFlags.maxCostUsd };
const SWITCHES = Object.entries(IN_PLAN).flatMap(([name, { kind }]) => (kind === "boolean" ? name : []));

/** The command that continues a run: as it was typed, without what is in the run's plan. */
export function resumeCommand(program: string, args: readonly string[], runId: string): string {
  const [command = ""] = args;
  // What was typed beside `--resume` may be in no plan, such as how to judge a run that was begun without.
  const isDropped = args.some((argument) => flagOf(argument)?.name === "resume")
    ? (name: string) => name === "resume"
    : (name: string) => Object.hasOwn(IN_PLAN, name);
  const kept = args.slice(1).filter((argument, index) => {
    const flag = flagOf(argument);
    const before = flagOf(args[index] ?? "");
    const isValue = flag === null && before !== null && before.takesNext && isDropped(before.name);
    return !isValue && !(flag !== null && isDropped(flag.name));
  });
  return commandLine(program, [command, "--resume", runId, ...kept]);
}

/** A flag as it is declared, and whether the argument after it is its value. */
function flagOf(argument: string): { readonly name: string; readonly takesNext: boolean } | null {
  const [, typed = "", value] = /^--([a-z][a-z-]*)(=.*)?$/is.exec(argument) ?? [];
  if (typed === "") return null;
  const name = typed.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { name, takesNext: value === undefined && !SWITCHES.includes(name) };
}

const TAKES_OVER = /^--take-?over$/i;

/** The arguments as a line to type again. What was to be taken over was: the next time somebody is to look again. */
export function commandLine(program: string, args: readonly string[]): string {
  const kept = args.filter((argument) => !TAKES_OVER.test(argument));
  return [program, ...kept.map((argument) => shellQuote(argument))].join(" ");
}

/** Where npm puts links to the programs of a project's packages: no shell looks there. */
const LINKS_OF_A_PROJECT = /[\\/]node_modules[\\/]\.bin[\\/]/;

/**
 * How this program is called where it was called. A global install puts a link of its name on the PATH; `npx` and npm
 * scripts find it in a checkout, a project or npm's own store; otherwise a path was given to `node`, and is again.
 */
export function programName(started: {
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}): string {
  const { file, env, cwd } = started;
  if (env["npm_command"] !== undefined || LINKS_OF_A_PROJECT.test(file)) return "npx invisiblebench";
  if (/^(?:invisiblebench|ib)$/.test(basename(file))) return "invisiblebench";
  const near = relative(cwd, file);
  return `node ${shellQuote(near.startsWith("..") ? file : near)}`;
}

const RETRIES_LOST = / --retry-?lost\b/i;

/** The command that asks what was lost once more, besides whatever is left to do. */
export function retryingLost(command: string): string {
  return RETRIES_LOST.test(command) ? command : `${command} --retry-lost`;
}

/** The flags without which a later command would look in another place. */
export function locationFlags(flags: CommonFlags & ResultsFlags): string {
  const named = (name: string, path: string | undefined) =>
    path === undefined ? "" : ` --${name} ${shellQuote(path)}`;
  const packs = (flags.pack ?? []).map((pack) => named("pack", pack)).join("");
  return named("corpus", flags.corpus) + packs + named("config", flags.config) + named("out", flags.out);
}

const PLAIN = /^[\w@%+=:,./-]+$/;
const PLAIN_ON_WINDOWS = /^[\w@+=:./\\-]+$/;

/** One argument as the shell at hand reads it back: a POSIX one, or on Windows both cmd and PowerShell, as far as they agree. */
export function shellQuote(argument: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== "win32") return PLAIN.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
  // Backslashes are themselves, but for those before a quotation mark.
  return PLAIN_ON_WINDOWS.test(argument)
    ? argument
    : `"${argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}
