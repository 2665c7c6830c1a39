const DECIMALS = 6;

/** A copy with every fraction rounded: small to read, and the same whatever a platform's last bit. */
export function roundNumbers<Value>(value: Value): Value {
  return round(value) as Value; // only numbers change, and they stay numbers
}

function round(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toFixed(DECIMALS));
  if (Array.isArray(value)) return value.map(round);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, round(member)]));
}
