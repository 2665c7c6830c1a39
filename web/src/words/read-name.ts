/** `hides_being_ai` as a title: "Hides being AI". */
export function readName(name: string): string {
  const words = name.replaceAll("_", " ").replace(/\bai\b/g, "AI");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
