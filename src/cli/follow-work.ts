import type { Control } from "../index.ts";
import type { BenchContext } from "./context.ts";
import type { ResultsFlags, WorkFlags } from "./flags.ts";

const WORDS = { run: "conversations", scan: "transcripts judged" } as const;

/** Progress on stderr: one line redrawn on a terminal, one line per stage elsewhere, none when quiet. */
export function followWork(context: BenchContext, flags: WorkFlags, command: string): Control {
  const { stderr } = context.process;
  return {
    signal: context.signal,
    began: (runId) => context.setResumeCommand(`${command} --resume ${runId}${whereabouts(flags)}`),
    progress: (stage, done, total) => {
      if (flags.quiet) return;
      const line = `${done}/${total} ${WORDS[stage]}`;
      if (context.isInteractive) stderr.write(`\r\u001b[K${line}${done === total ? "\n" : ""}`);
      else if (done === total) stderr.write(`${line}\n`);
    },
  };
}

/** The flags without which a later command would look in another place. */
export function whereabouts(flags: ResultsFlags): string {
  return flags.out === undefined ? "" : ` --out ${flags.out}`;
}
