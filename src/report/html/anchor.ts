type AnchorKind = "transcript" | "turn" | "verdict" | "check" | "findings" | "finding";

/**
 * An `id` that is also a valid URL fragment as it stands. Distinct parts give distinct anchors:
 * whatever could not stand in a fragment is spelled as its code points.
 */
export function anchor(kind: AnchorKind, ...parts: readonly (string | number)[]): string {
  return [kind, ...parts.map((part) => spell(String(part)))].join("-");
}

function spell(part: string): string {
  return part.replace(
    /[^A-Za-z0-9._/-]/gu,
    (character) => `~${(character.codePointAt(0) ?? 0).toString(16)}~`,
  );
}
