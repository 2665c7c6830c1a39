import type { Clock } from "../kernel/clock.ts";
import { toolVersion } from "../kernel/tool-version.ts";
import { type RunId, Sha256 } from "../schema/ids.ts";
import { JOURNAL_VERSION } from "../schema/journal.ts";
import type { Journal } from "./journal.ts";

/** Brackets one leg of work in the journal: what it was for, and whether it came to its end. */
export async function withLeg<Result>(
  journal: Journal,
  leg: { readonly id: RunId; readonly planHash: string; readonly clock: Clock },
  work: () => Promise<Result>,
): Promise<Result> {
  const timestamp = () => new Date(leg.clock.now()).toISOString();
  await journal.append({
    event: "opened",
    schema_version: JOURNAL_VERSION,
    id: leg.id,
    plan_hash: Sha256.parse(leg.planHash),
    tool_version: toolVersion(),
    at: timestamp(),
  });
  try {
    const result = await work();
    await journal.append({ event: "closed", outcome: "finished", at: timestamp() });
    return result;
  } catch (error) {
    // Best effort: the journal may be what failed, and the first error is the one to report.
    await journal.append({ event: "closed", outcome: "interrupted", at: timestamp() }).catch(() => undefined);
    throw error;
  }
}
