import type { JournalEntry } from "./schema/journal.ts";

/** Something that happened while work went on, for whoever follows it. */
export type WorkEvent =
  /** How much there is to do: conversations for each model, or transcripts to judge for one judge. */
  | {
      readonly kind: "planned";
      readonly stage: "run" | "scan";
      readonly total: Readonly<Record<string, number>>;
    }
  /** A line that is now in the journal: a call was sent, came back or failed. */
  | { readonly kind: "call"; readonly stage: "run" | "scan"; readonly entry: JournalEntry }
  | ({ readonly kind: "finished"; readonly stage: "run" | "scan"; readonly of: string } & Finished)
  /** A call that takes so long that a person should know. */
  | { readonly kind: "slow"; readonly call: string; readonly seconds: number };

/** A conversation had, or a transcript judged. */
export interface Finished {
  readonly id: string;
  readonly complete: boolean;
}

export type Follow = (event: WorkEvent) => void;

/** A journal whose lines are told to a follower once they are safe. */
export function followed<Log extends { append(entry: JournalEntry): Promise<void> }>(
  log: Log,
  stage: "run" | "scan",
  follow: Follow,
): Log {
  const append = async (entry: JournalEntry) => {
    await log.append(entry);
    follow({ kind: "call", stage, entry });
  };
  return { ...log, append };
}
