import { createRandom } from "../kernel/random.ts";

/**
 * Which clusters each bootstrap resample draws, with replacement.
 * A function of its arguments alone: models scored with one seed on the same clusters share their resamples.
 */
export function resampleIndices(count: number, resamples: number, seed: string): readonly Uint32Array[] {
  const random = createRandom(seed);
  return Array.from({ length: resamples }, () =>
    Uint32Array.from({ length: count }, () => random.below(count)),
  );
}
