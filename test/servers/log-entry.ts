import type { FaultKind } from "./fault-kind.ts";
import type { WireUsage } from "./wire-answer.ts";
import type { WireRequest } from "./wire-request.ts";

/** One request as the server saw it. No header values and no keys. */
export interface LogEntry extends Omit<WireRequest, "body"> {
  /** 1, 2, … in order of arrival. */
  readonly seq: number;
  /** Lower-case names, sorted. */
  readonly headersPresent: readonly string[];
  readonly fault: FaultKind | null;
  /** `null` while nothing was sent, and for ever if nothing was. */
  readonly status: number | null;
  /**
   * `answered`: the response was sent whole, whatever its status. `severed`: the server broke the connection.
   * `abandoned`: the client left first.
   */
  readonly outcome: "pending" | "answered" | "severed" | "abandoned";
  /** Milliseconds since the epoch: arrival, and the end of the response. */
  readonly at: number;
  readonly settledAt: number | null;
  /** Generated tokens, delivered or not; `null` if nothing was generated. */
  readonly usage: WireUsage | null;
  readonly costUsd: number;
  /** The reply's text, if one was sent with status 200. */
  readonly replyText: string | null;
  /** Absent from live calls. */
  readonly batched?: { readonly batch: string; readonly unit: string };
}
