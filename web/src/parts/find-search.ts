/** What a search is in the address: behind the question mark of Find, and as `set` behind that of a conversation. */

export const FIND_SORTS = ["gravest", "assistant", "scenario", "check"] as const;

/** Every part is text as somebody may have typed it; several values of one stand with commas between them. */
export interface FindSearch {
  readonly words?: string | undefined;
  readonly check?: string | undefined;
  /** `FAIL`, `UNCLEAR`, `PASS`, or `reply` for everything that was said. */
  readonly verdict?: string | undefined;
  readonly severity?: string | undefined;
  /** The assistant's name in paths. */
  readonly model?: string | undefined;
  readonly scenario?: string | undefined;
  readonly contested?: "yes" | undefined;
  readonly label?: string | undefined;
  readonly sort?: (typeof FIND_SORTS)[number] | undefined;
}
