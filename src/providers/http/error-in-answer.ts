/** What a product says went wrong in an answer with a good status, or `null`. */
export function errorInAnswer(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return null;
  const { error } = answer;
  if (error === null || error === false || error === "") return null;
  return typeof error === "string" ? error : JSON.stringify(error);
}
