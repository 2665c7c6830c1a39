import type { Random } from "../../src/kernel/random.ts";
import type { FaultKind } from "./fault-kind.ts";
import type { SelfSignedCertificate } from "./self-signed-certificate.ts";
import type { WireAnswer, WireUsage } from "./wire-answer.ts";
import type { WireRequest } from "./wire-request.ts";

/**
 * The n-th attempt at a request meets the n-th draw of its own sequence, seeded by the request's hash: the same
 * requests meet the same faults in whatever order they come.
 */
export interface FaultShare {
  readonly share: number;
  /** Equally likely; name one twice to make it twice as likely. */
  readonly kinds: readonly FaultKind[];
  /** So many faults at most for one request hash, then it is answered. */
  readonly maxPerRequest?: number;
  readonly seed?: string;
}

/** The n-th attempt at a request that matches meets the n-th of `attempts`, later ones `after` (nothing, unless told). */
export interface FaultRule {
  readonly model?: string;
  /** Occurs in the text of the last message. */
  readonly textIncludes?: string;
  readonly attempts: readonly (FaultKind | null)[];
  readonly after?: FaultKind | null;
}

/** The first rule that matches decides; a function decides alone. */
export type FaultScript = readonly FaultRule[] | ((request: WireRequest) => FaultKind | null);

export interface LogNormalLatency {
  readonly medianMs: number;
  readonly sigma: number;
  readonly seed?: string;
}

export interface TokenPrice {
  readonly inputUsdPerMillion: number;
  readonly cachedInputUsdPerMillion?: number;
  readonly outputUsdPerMillion: number;
}

/** `random` is seeded by the request's hash and attempt. */
export type PriceFunction = (request: WireRequest, random: Random, usage: WireUsage) => number;

type ReplyParts = Partial<Omit<WireAnswer, "usage">> & { readonly usage?: Partial<WireUsage> };

/** Fate of a request in a batch: never asked, without a result, or with a fault like a live call. */
export type BatchFate = "expired" | "cancelled" | "missing" | FaultKind;

/** Requests that match meet the fate; the first rule decides. Faults of transport have no meaning in a batch. */
export interface BatchFateRule {
  readonly fate: BatchFate;
  /** Occurs in the text of the last message. */
  readonly textIncludes?: string;
  /** Share of the matching requests, drawn by the unit. */
  readonly share?: number;
  /** How often the same unit meets it; whenever it is submitted unless given. */
  readonly times?: number;
}

export interface BatchBehaviour {
  /** How often a batch is looked at, by itself or in a list, before it has ended; of several the n-th batch's. 0 unless given. */
  readonly endsAfterLooks?: number | readonly number[];
  /** Since its submission; 0 unless given. */
  readonly endsAfterMs?: number;
  readonly fates?: readonly BatchFateRule[];
  readonly reversed?: boolean;
  /** Every batch as a whole, with this reason. */
  readonly turnedAway?: string;
  /** The n-th submission meets the n-th of these, later ones nothing. */
  readonly submissions?: readonly (
    | "taken-then-reset"
    | "taken-then-500"
    | "refused-503"
    | "refused-429"
    | null
  )[];
  /** Page size of a list, at most; 100 by default. */
  readonly pageSize?: number;
  /** OpenAI's results were deleted. */
  readonly filesAreGone?: boolean;
  /** Address of Anthropic's results; this server by default. */
  readonly resultsOrigin?: string;
}

/** All but the functions can be given to the server as its own process, as JSON. */
export interface ModelServerOptions {
  /** Default: a text made from the hash of model and messages. May wait, for example for other requests to come. */
  readonly reply?: string | ((request: WireRequest) => string | ReplyParts | Promise<string | ReplyParts>);
  /** Length of the default reply, about 20 words unless told. */
  readonly replyWords?: number;
  /** Text given beside every reply where the format reports reasoning. */
  readonly reasoning?: string;
  readonly reasoningTokens?: number;
  /** Cached part of the input, at most all of it. */
  readonly cachedInputTokens?: number;

  /** A fixed number of milliseconds, or drawn per request hash and attempt. */
  readonly latencyMs?: number | LogNormalLatency;
  /** Counted for whole answers and for the faults in `billedFaults`; 0 unless given. A number is per call. */
  readonly pricePerCallUsd?: number | TokenPrice | PriceFunction;
  /** Default: the faults behind which a provider has already generated a reply. */
  readonly billedFaults?: readonly FaultKind[];

  readonly faults?: FaultShare | FaultScript;
  /** Above it, a 429 with Retry-After in seconds. */
  readonly concurrencyLimit?: number;
  /** No more requests are answered in any window of this length; above it, a 429 with Retry-After in seconds. */
  readonly requestsPerWindow?: { readonly requests: number; readonly windowMs: number };
  /** Default 1. A date is whole seconds, rounded up. */
  readonly retryAfterSeconds?: number;
  /** How long a slow body drips, default 60,000. */
  readonly slowBodyMs?: number;

  /** Behaviour of the batch routes, which cost half. */
  readonly batches?: BatchBehaviour;

  /** Accepted keys; any that is not empty unless given. */
  readonly apiKeys?: readonly string[];
  /** Answers requests without a key, as Ollama does. */
  readonly keyless?: boolean;
  /** Known models; any unless given. */
  readonly models?: readonly string[];

  /** HTTPS with this certificate, or with a new one for 127.0.0.1 and localhost. */
  readonly tls?: true | SelfSignedCertificate;
  /** Every settled request is appended here as one line of JSON. */
  readonly logFile?: string;
}
