import { sha256 } from "../kernel/hash.ts";
import { ScenarioId } from "../schema/ids.ts";

const LONGEST_SLUG = 60;

/** The id that stands in the place of a scenario's. A short hash follows where the slug alone would lose something. */
export function nameSubject(subject: string): ScenarioId {
  const slug = subject
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, LONGEST_SLUG);
  const parts = slug === subject ? [slug] : [slug, sha256(subject).slice(0, 8)];
  return ScenarioId.parse(["import", ...parts.filter((part) => part !== "")].join("_"));
}
