/** Doubled braces and inner spaces are taken in too, so that a placeholder of another tool's spelling is noticed. */
const PLACEHOLDER = /\{+\s*([A-Za-z][\w.-]*)\s*\}+/g;

export interface Placeholder {
  readonly written: string;
  readonly name: string;
}

export function placeholdersIn(text: string): readonly Placeholder[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([written, name = ""]) => ({ written, name }));
}

/** Replaces each placeholder once: what a person says is never read as a template. */
export function fillPlaceholders(text: string, lookUp: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => lookUp(name));
}

export function isWrittenPlainly({ written, name }: Placeholder): boolean {
  return written === `{${name}}`;
}
