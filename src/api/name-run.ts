import { createRandom } from "../kernel/random.ts";

/** Sorts by time, and two runs begun in the same second differ. */
export function nameRun(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  const suffix = createRandom(`${now}|${process.pid}`).below(0x10000).toString(16).padStart(4, "0");
  return `${time}-${suffix}`;
}
