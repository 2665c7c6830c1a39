import type { ReviewLabel } from "../schema/review-label.ts";

/** What each annotator says about each item. */
export type LabelsByAnnotator = ReadonlyMap<string, ReadonlyMap<string, ReviewLabel>>;
