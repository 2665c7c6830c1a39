import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** SHA-256 of UTF-8 text, 64 hex digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** SHA-256 of a value's canonical JSON: equal for equal values, whatever their key order or platform. */
export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
