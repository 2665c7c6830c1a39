/** Gone on another try: a client that retries loses nothing to these. */
export const TRANSIENT_FAULTS = [
  "rate-limit-seconds",
  "rate-limit-date",
  "rate-limit",
  "status-408",
  "status-409",
  "status-425",
  "status-500",
  "status-502",
  "status-503",
  "overloaded-529",
  "html-502",
  "key-echo-500",
  "error-in-200",
  "reset-before-headers",
  "reset-mid-body",
  "truncated-json",
  "invalid-json",
] as const;

/** These end only when the client's patience does. */
export const STALLING_FAULTS = ["slow-body", "hang"] as const;

/** Delivered whole, with status 200 (but for Anthropic's content filter), and without a usable reply. */
export const CONTENT_FAULTS = ["empty-content", "refusal", "content-filter", "length"] as const;

/** No retry helps. */
export const TERMINAL_FAULTS = [
  "quota-spent",
  "wrong-model",
  "expired-key",
  "forbidden",
  "key-echo-401",
] as const;

export const FAULT_KINDS = [
  ...TRANSIENT_FAULTS,
  ...STALLING_FAULTS,
  ...CONTENT_FAULTS,
  ...TERMINAL_FAULTS,
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];
