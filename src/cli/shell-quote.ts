const PLAIN = /^[\w@%+=:,./-]+$/;

/** One argument as a POSIX shell reads it back. */
export function shellQuote(argument: string): string {
  return PLAIN.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
