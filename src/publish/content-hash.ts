import { hashOf } from "../kernel/hash.ts";
import { Sha256 } from "../schema/ids.ts";
import type { Leaderboard } from "../schema/leaderboard.ts";

/** What a board's `content_hash` must be, whatever it is. */
export function contentHash({ content_hash: _, ...content }: Leaderboard): Sha256 {
  return Sha256.parse(hashOf(content));
}
