import { BadImportError } from "./errors.ts";
import type { ForeignMetadata, ImportPlace } from "./foreign-conversation.ts";
import type { PlacedMessage } from "./gather-messages.ts";

/** One call in a trace: what was sent, and what came back. */
export interface LoggedCall {
  /** A model was called; or an agent, a chain or a trace tells over again what was said in all. */
  readonly kind: "model" | "whole";
  readonly model: string | null;
  readonly scenarioId: string | null;
  readonly asked: readonly PlacedMessage[];
  /** Nothing where the call failed. */
  readonly replied: readonly PlacedMessage[];
}

/** A span of a trace as far as it says who spoke with whom: an observation, a run, whatever its tool calls it. */
export interface LoggedSpan {
  readonly place: ImportPlace;
  readonly spanId: string;
  readonly traceId: string;
  /** The conversation, session or thread that it names. */
  readonly sessionId: string | null;
  /** When it began. */
  readonly at: string | null;
  /** `null` where nobody was spoken to; such a span may still say which session its trace is of. */
  readonly call: LoggedCall | null;
  /** Set where what was said cannot be read: its whole conversation could not be judged without it. */
  readonly fault: BadImportError | null;
  readonly metadata: ForeignMetadata;
  readonly labels: readonly string[];
}

/** A span with what was said in it, or with the fault that was found there. */
export function spanWith(
  span: Omit<LoggedSpan, "call" | "fault">,
  read: () => LoggedCall | null,
): LoggedSpan {
  try {
    return { ...span, call: read(), fault: null };
  } catch (error) {
    if (!(error instanceof BadImportError)) throw error;
    return { ...span, call: null, fault: error };
  }
}
