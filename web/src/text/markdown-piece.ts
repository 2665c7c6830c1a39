/** A stretch of the source that is shown, with how it is set. Offsets are UTF-16 and `end` is exclusive. */
export interface MarkdownPiece {
  readonly start: number;
  readonly end: number;
  readonly strong: boolean;
  readonly emphasis: boolean;
  readonly code: boolean;
}
