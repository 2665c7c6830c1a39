/** How long a response asks to be left alone, from its headers or, as Google does, from its body. */
export function retryAfterMs(
  headers: Readonly<Record<string, string>> | undefined,
  body: string | undefined,
  nowMs: number,
): number | undefined {
  const milliseconds = Number.parseFloat(headers?.["retry-after-ms"] ?? "");
  if (milliseconds >= 0) return milliseconds;
  const value = headers?.["retry-after"]?.trim();
  if (value !== undefined && /^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const dateMs = value === undefined ? Number.NaN : Date.parse(value);
  if (!Number.isNaN(dateMs)) return Math.max(0, dateMs - nowMs);
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
