/** The step of the ramp for a rate, 0 for none to 6 for most; small cells are shown by the same steps. */
export function heatStep(k: number, n: number): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  if (n === 0 || k === 0) return 0;
  const rate = k / n;
  if (rate < 0.05) return 1;
  if (rate < 0.15) return 2;
  if (rate < 0.3) return 3;
  if (rate < 0.5) return 4;
  return rate < 0.75 ? 5 : 6;
}

export const heatLegend = [
  { step: 0, words: "none" },
  { step: 1, words: "under 5%" },
  { step: 2, words: "under 15%" },
  { step: 3, words: "under 30%" },
  { step: 4, words: "under 50%" },
  { step: 5, words: "under 75%" },
  { step: 6, words: "75% or more" },
] as const;
