import type { TranscriptWindow } from "../text/transcript-windows.ts";

/** A window that is put to the judge. */
export interface AskedWindow {
  /** Equal for equal excerpts of one transcript: such questions share a prefix. */
  readonly key: string;
  readonly characters: number;
}

/** Mark, nonce, turn, role and quotation marks around a message's text. */
const FRAME_CHARACTERS = 64;

export function askedWindow({ first_turn, last_turn, messages }: TranscriptWindow): AskedWindow {
  const roles = messages.every((message) => message.role === "assistant") ? "replies" : "exchange";
  return {
    // One transcript's windows differ in their turns, in whose words they hold and in how many messages.
    key: `${first_turn}-${last_turn}/${roles}/${messages.length}/${messages[0]?.role}`,
    characters: messages.reduce((sum, { content }) => sum + content.length + FRAME_CHARACTERS, 0),
  };
}
