/** Formats commands as lines to type. */
import { basename, relative } from "node:path";
import { type CommonFlags, type ResultsFlags, runFlags, scanFlags, workFlags } from "./flags.ts";

/** Settings of how judges are asked change no verdict, and are in no plan. */
const { batch: _, requests: __, answers: ___, ...judgingFlags } = scanFlags;
/** Flags that a plan stores, so that they need not be typed again. */
const IN_PLAN = { ...runFlags, ...judgingFlags, maxCostUsd: workFlags.maxCostUsd };
const SWITCHES = Object.entries(IN_PLAN).flatMap(([name, { kind }]) => (kind === "boolean" ? name : []));

/** Returns the command that continues a run: as typed, without the flags that are in the run's plan. */
export function resumeCommand(program: string, args: readonly string[], runId: string): string {
  const [command = ""] = args;
  // Keeps flags typed beside `--resume` that may be in no plan, such as how to judge a run that was begun without.
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

/** Returns a flag as declared, and whether the argument after it is its value. */
function flagOf(argument: string): { readonly name: string; readonly takesNext: boolean } | null {
  const [, typed = "", value] = /^--([a-z][a-z-]*)(=.*)?$/is.exec(argument) ?? [];
  if (typed === "") return null;
  const name = typed.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { name, takesNext: value === undefined && !SWITCHES.includes(name) };
}

const TAKES_OVER = /^--take-?over$/i;

/**
 * Returns the arguments as a command line to type again. Drops the take-over flag: the next time, a person should
 * check again.
 */
export function commandLine(program: string, args: readonly string[]): string {
  const kept = args.filter((argument) => !TAKES_OVER.test(argument));
  return [program, ...kept.map((argument) => shellQuote(argument))].join(" ");
}

/** Matches npm's folder of links to the programs of a project's packages, which no shell searches. */
const LINKS_OF_A_PROJECT = /[\\/]node_modules[\\/]\.bin[\\/]/;

/**
 * Returns how this program was called. A global install puts a link of its name on the PATH; `npx` and npm scripts
 * find it in a checkout, a project or npm's own store; otherwise it is `node` with a path.
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

/** Returns the command that retries failed calls, besides the remaining work. */
export function retryingLost(command: string): string {
  return RETRIES_LOST.test(command) ? command : `${command} --retry-lost`;
}

/** Returns the flags that a later command needs to look in the same place. */
export function locationFlags(flags: CommonFlags & ResultsFlags): string {
  const named = (name: string, path: string | undefined) =>
    path === undefined ? "" : ` --${name} ${shellQuote(path)}`;
  const packs = (flags.pack ?? []).map((pack) => named("pack", pack)).join("");
  return named("corpus", flags.corpus) + packs + named("config", flags.config) + named("out", flags.out);
}

const PLAIN = /^[\w@%+=:,./-]+$/;
const PLAIN_ON_WINDOWS = /^[\w@+=:./\\-]+$/;

/** Quotes an argument for the user's shell: a POSIX one, or on Windows cmd and PowerShell, as far as they agree. */
export function shellQuote(argument: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== "win32") return PLAIN.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
  // Windows takes backslashes literally, except before a quotation mark.
  return PLAIN_ON_WINDOWS.test(argument)
    ? argument
    : `"${argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}
