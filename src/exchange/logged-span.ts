import { BadImportError } from "./errors.ts";
import type { ForeignMetadata, ImportPlace } from "./foreign-conversation.ts";
import type { PlacedMessage } from "./gather-messages.ts";

/** One call in a trace: the sent messages and the reply. */
export interface LoggedCall {
  /** A model call; or an agent, a chain or a trace that repeats the whole conversation. */
  readonly kind: "model" | "whole";
  readonly model: string | null;
  readonly scenarioId: string | null;
  readonly asked: readonly PlacedMessage[];
  /** Empty if the call failed. */
  readonly replied: readonly PlacedMessage[];
}

/** A span of a trace, as far as it holds messages: an observation, a run, or another tool's equivalent. */
export interface LoggedSpan {
  readonly place: ImportPlace;
  readonly spanId: string;
  readonly traceId: string;
  /** The conversation, session or thread that it names. */
  readonly sessionId: string | null;
  /** Start time. */
  readonly at: string | null;
  /** `null` if the span has no messages; it may still name the session of its trace. */
  readonly call: LoggedCall | null;
  /** Set if the messages cannot be read: the whole conversation could not be judged without them. */
  readonly fault: BadImportError | null;
  readonly metadata: ForeignMetadata;
  readonly labels: readonly string[];
}

/** Builds a span with its messages, or with the fault found in them. */
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
