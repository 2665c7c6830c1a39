/** What a product's maker declares that it can do, as judges and readers are told. */
import type { Abilities, AbilityName } from "../schema/corpus/abilities.ts";

export const ABILITY_NAMES = ["memory", "records", "act"] as const satisfies readonly AbilityName[];

/** Those that are declared, always in one order. */
export function abilityLines(can: Abilities | undefined): readonly string[] {
  return ABILITY_NAMES.flatMap((name) => {
    const proof = can?.[name];
    return proof === undefined ? [] : [`${name} (${proof})`];
  });
}

/** Stands on every report of a product that declares abilities. */
export function abilitiesNote(can: Abilities): { readonly title: string; readonly text: string } {
  const names = ABILITY_NAMES.filter((name) => can[name] !== undefined);
  return {
    title: `Declared abilities: ${names.join(", ")}`,
    text: `declared by the product's maker and not checked; judges are told, and a claim of just that is no false claim. ${abilityLines(can).join("; ")}`,
  };
}
