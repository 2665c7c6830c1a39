/** By dimension, then by number: IB-A2 before IB-A10. */
export function compareCheckIds(a: string, b: string): number {
  const [dimensionA, dimensionB] = [a.slice(0, 4), b.slice(0, 4)];
  if (dimensionA !== dimensionB) return dimensionA < dimensionB ? -1 : 1;
  return Number(a.slice(4)) - Number(b.slice(4));
}
