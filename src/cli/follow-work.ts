import type { Control } from "../index.ts";
import type { BenchContext } from "./context.ts";
import type { CommonFlags, ResultsFlags, WorkFlags } from "./flags.ts";
import { resumeCommand } from "./resume-command.ts";
import { shellQuote } from "./shell-quote.ts";

const WORDS = { run: "conversations", scan: "transcripts judged" } as const;

/** Progress on stderr: one line redrawn on a terminal, one line per stage elsewhere, none when quiet. */
export function followWork(context: BenchContext, flags: WorkFlags): Control {
  const { stderr } = context.process;
  return {
    signal: context.signal,
    began: (runId) => context.setResumeCommand(resumeCommand(context.args, runId)),
    progress: (stage, done, total) => {
      if (flags.quiet) return;
      const line = `${done}/${total} ${WORDS[stage]}`;
      if (context.isInteractive) stderr.write(`\r\u001b[K${line}${done === total ? "\n" : ""}`);
      else if (done === total) stderr.write(`${line}\n`);
    },
  };
}

/** The flags without which a later command would look in another place. */
export function whereabouts(flags: CommonFlags & ResultsFlags): string {
  const named = (name: string, folder: string | undefined) =>
    folder === undefined ? "" : ` --${name} ${shellQuote(folder)}`;
  return named("corpus", flags.corpus) + named("out", flags.out);
}
