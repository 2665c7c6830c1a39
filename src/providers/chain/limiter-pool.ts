import { AdaptiveLimiter, type LimiterOptions } from "./adaptive-limiter.ts";

/** The limiter of each provider and key: models that share an account share its limit. */
export type LimiterPool = (key: string) => AdaptiveLimiter;

export function createLimiterPool(options: LimiterOptions): LimiterPool {
  const limiters = new Map<string, AdaptiveLimiter>();
  return (key) => {
    const limiter = limiters.get(key) ?? new AdaptiveLimiter(options);
    limiters.set(key, limiter);
    return limiter;
  };
}
