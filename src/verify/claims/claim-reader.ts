import type { Claim } from "../../schema/claim-list.ts";
import type { ReferenceFact } from "../../schema/reference-fact.ts";
import type { TranscriptMessage } from "../../schema/transcript.ts";
import { findClaims } from "./find-claims.ts";
import { createMisstatementFinder, type MisstatementFinder } from "./find-misstatements.ts";
import { programmeNames } from "./programme-names.ts";
import { type FactIndex, type FactQuery, indexFacts } from "./retrieve-facts.ts";

/** The reference facts, made ready to read replies with. */
export interface ClaimReader {
  readonly index: FactIndex;
  readonly misstatements: MisstatementFinder;
  /** What word patterns find, as far as a fact is near it. */
  findClaims(messages: readonly TranscriptMessage[], among: ClaimScope): readonly Claim[];
}

/** Topics and place of the facts that count. */
export type ClaimScope = Pick<FactQuery, "topics" | "place">;

/** Nearer than this are the facts of every false statement among the golden cards, and few others. */
const NEAR = 0.2;

export function createClaimReader(facts: readonly ReferenceFact[]): ClaimReader {
  const names = programmeNames(facts);
  const index = indexFacts(facts);
  return {
    index,
    misstatements: createMisstatementFinder(facts),
    findClaims: (messages, among) =>
      findClaims(messages, names).filter(({ quote }) => {
        const [nearest] = index.find({ text: quote, ...among, limit: 1 });
        return nearest !== undefined && nearest.score >= NEAR;
      }),
  };
}
