/** Half open: `end` is the offset after the last code unit. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}
