import type { LabelsByAnnotator } from "./labels-by-annotator.ts";
import { stateOf } from "./missing-part.ts";

export interface AnnotatorProgress {
  readonly annotator: string;
  readonly done: number;
  readonly drafts: number;
  readonly items: number;
}

export function countProgress(labels: LabelsByAnnotator, items: number): readonly AnnotatorProgress[] {
  return [...labels].map(([annotator, own]) => {
    const states = [...own.values()].map(stateOf);
    const count = (wanted: string) => states.filter((state) => state === wanted).length;
    return { annotator, done: count("done"), drafts: count("draft"), items };
  });
}
