/** What a process tells its caller. The numbers are a contract (docs/cli.md). */
export const ExitCode = {
  done: 0,
  couldNotBeDone: 1,
  badInput: 2,
  incomplete: 3,
  costCeiling: 4,
  bug: 70,
  gateDidNotHold: 100,
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
