/** Commands as a line to type. */

const NAMES_A_RUN = /^--(run-?id|resume)(?<value>=.*)?$/is;

/** The command that continues a run: as it was typed, since another setting would be another run. */
export function resumeCommand(args: readonly string[], runId: string): string {
  const kept = args.filter((argument, index) => {
    const before = NAMES_A_RUN.exec(args[index - 1] ?? "");
    const isValue = before !== null && before.groups?.["value"] === undefined;
    return !isValue && !NAMES_A_RUN.test(argument);
  });
  return commandLine([...kept, "--resume", runId]);
}

/** The arguments as a line to type. */
export function commandLine(args: readonly string[]): string {
  return ["invisiblebench", ...args.map(shellQuote)].join(" ");
}

const PLAIN = /^[\w@%+=:,./-]+$/;

/** One argument as a POSIX shell reads it back. */
export function shellQuote(argument: string): string {
  return PLAIN.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
