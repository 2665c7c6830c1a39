/** What people call a check, the same wherever it is shown. No value is imported here: the page uses it. */
import type { Check } from "../schema/corpus/check.ts";
import type { CheckId } from "../schema/ids.ts";

/** `hides_being_ai` as a title: "Hides being AI". */
export function formatName(name: string): string {
  const words = name.replaceAll("_", " ").replace(/\bai\b/g, "AI");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The checks of a corpus, as far as they are named. */
export type NamedChecks = ReadonlyMap<CheckId, Pick<Check, "name">>;

/** What a data file says of a check: its id, and the flag under which files count it. */
export interface FlaggedCheck {
  readonly mode_id: CheckId;
  readonly flag: string;
}

/** "Misses passive ideation"; of a check that the corpus does not have its flag is all there is. */
export function checkName({ mode_id, flag }: FlaggedCheck, checks: NamedChecks): string {
  return formatName(checks.get(mode_id)?.name ?? flag);
}

/** With its id: "IB-A1 Misses passive ideation". */
export function checkTitle(check: FlaggedCheck, checks: NamedChecks): string {
  return `${check.mode_id} ${checkName(check, checks)}`;
}
