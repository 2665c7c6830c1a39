import { ABILITY_NAMES } from "../../domain/models.ts";
import { Abilities, type AbilityName } from "../../schema/corpus/abilities.ts";
import { apiErrors } from "../errors.ts";

/** `true` takes the line of proof from the config's `http_harness.can`. */
export type WantedAbilities = Readonly<Partial<Record<AbilityName, string | true>>>;

/** Collects declared abilities, each with its proof: an ability without proof would only excuse failures. */
export function declaredAbilities(
  wanted: WantedAbilities | undefined,
  configured: Abilities | undefined,
): Abilities | undefined {
  const named = ABILITY_NAMES.flatMap((name) => {
    const proof = wanted?.[name];
    return proof === undefined ? [] : [[name, proof === true ? configured?.[name] : proof] as const];
  });
  if (named.length === 0) return undefined;
  for (const [name, proof] of named)
    if (proof === undefined) throw apiErrors.IB_ABILITY_PROOF(name, "has no line of proof");
  const parsed = Abilities.safeParse(Object.fromEntries(named));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw apiErrors.IB_ABILITY_PROOF(
    String(issue?.path[0] ?? "can"),
    `has no proof that can be used: ${issue?.message}`,
  );
}
