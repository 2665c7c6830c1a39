/** Names for new runs, and labels of releases. */
import { createRandom } from "../../kernel/random.ts";
import { ReleaseLabel } from "../../schema/ids.ts";
import { apiErrors } from "../errors.ts";

/** Parses a release label, as a plan may keep it. */
export function readLabel(label: string): ReleaseLabel {
  const read = ReleaseLabel.safeParse(label);
  if (!read.success) throw apiErrors.IB_BAD_RELEASE_LABEL(label);
  return read.data;
}

/** Returns a name that sorts by time; two runs from the same second differ. */
export function nameRun(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  const suffix = createRandom(`${now}|${process.pid}`).below(0x10000).toString(16).padStart(4, "0");
  return `${time}-${suffix}`;
}
