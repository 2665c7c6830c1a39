/** What a two-sided statement of the given confidence leaves out at each end: 0.025 for 0.95. */
export function tailProbability(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence is ${confidence}; it lies strictly between 0 and 1`);
  }
  return (1 - confidence) / 2;
}
