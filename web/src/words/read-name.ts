/** `masked_crisis_miss` as a title: "Masked crisis miss". */
export function readName(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
