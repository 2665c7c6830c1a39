import { createInterface } from "node:readline/promises";
import type { Control, Follow } from "../index.ts";
import { resumeCommand, shellQuote } from "./command-line.ts";
import type { CliContext } from "./context.ts";
import { DeclinedError } from "./errors.ts";
import type { CommonFlags, ResultsFlags, WorkFlags } from "./flags.ts";
import { jsonProgress, liveProgress, plainProgress } from "./progress.ts";
import { renderCostQuestion } from "./render/plans.ts";

/** Progress on stderr, as the flags and the terminal want it. */
export function followWork(context: CliContext, flags: WorkFlags): Required<Control> {
  return {
    signal: context.signal,
    began: (runId) => context.setResumeCommand(resumeCommand(context.args, runId)),
    onEvent: progressOf(context, flags),
    approve: async (plan) => {
      const question = renderCostQuestion(plan);
      if (question === null || flags.yes || !context.isInteractive) return;
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      try {
        const answer = await terminal.question(`${question} Go on? [y/N] `, { signal: context.signal });
        if (!/^y(es)?$/i.test(answer.trim())) throw new DeclinedError();
      } finally {
        terminal.close();
      }
    },
  };
}

function progressOf(context: CliContext, flags: WorkFlags): Follow {
  const { stderr } = context.process;
  const screen = {
    write: (text: string) => void stderr.write(text),
    columns: process.stderr.columns ?? 100,
    nowMs: () => performance.now(),
  };
  if (flags.quiet || flags.progress === "none") return () => undefined;
  if (flags.progress === "json") return jsonProgress(screen);
  return context.isInteractive && flags.progress === "auto" ? liveProgress(screen) : plainProgress(screen);
}

/** The flags without which a later command would look in another place. */
export function locationFlags(flags: CommonFlags & ResultsFlags): string {
  const named = (name: string, folder: string | undefined) =>
    folder === undefined ? "" : ` --${name} ${shellQuote(folder)}`;
  return named("corpus", flags.corpus) + named("out", flags.out);
}
