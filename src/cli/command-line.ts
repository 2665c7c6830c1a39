/** Commands as a line to type. */
import { runFlags, scanFlags, workFlags } from "./flags.ts";

/** What a plan keeps, so that it need not be typed again. */
const IN_PLAN = { ...runFlags, ...scanFlags, maxCostUsd: workFlags.maxCostUsd };
const SWITCHES = Object.entries(IN_PLAN).flatMap(([name, { kind }]) => (kind === "boolean" ? name : []));

/** The command that continues a run: as it was typed, without what is in the run's plan. */
export function resumeCommand(args: readonly string[], runId: string): string {
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
  return commandLine([command, "--resume", runId, ...kept]);
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
export function commandLine(args: readonly string[]): string {
  const kept = args.filter((argument) => !TAKES_OVER.test(argument));
  return ["invisiblebench", ...kept.map(shellQuote)].join(" ");
}

const PLAIN = /^[\w@%+=:,./-]+$/;

/** One argument as a POSIX shell reads it back. */
export function shellQuote(argument: string): string {
  return PLAIN.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
