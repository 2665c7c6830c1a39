import type { HitContext } from "./hit-context.ts";

const INTERROGATIVE =
  /^["'(]*(?:and |so |but |ok |okay |also |wait |hey |um )*(?:what|what's|how|how's|why|when|where|who|who's|which|is|isn't|are|aren't|am|was|were|do|does|did|don't|doesn't|didn't|can|can't|could|couldn't|will|won't|would|wouldn't|should|shouldn't|has|have|might)\b/;
/** A question that a full stop may end, or none. */
const ASKS_FOR_INFORMATION =
  /\b(?:how (?:do|can|would|should) (?:i|you|we|they|people) (?:know|tell)|what (?:does|do) .{1,40}? mean|what(?:'s| is) (?:the difference|meant by)|is it (?:normal|ok|okay|common|true)|wondering (?:if|whether|what|how)|what happens (?:if|when)|does (?:that|it|this) mean|can you (?:explain|tell me) (?:what|how|if|whether))\b/;
const TAG_QUESTION =
  /, ?(?:right|ok|okay|yeah|yes|huh|you know|alright|got it|isn't it|aren't you|don't you|won't you|see)\?["')]*$/;

/** The hit is asked about, not said. A question elsewhere in its sentence does not count: "I'm here, so what now?" */
export function isQuestion({ sentenceText, clauseBefore, clauseAfter, sentenceAfter }: HitContext): boolean {
  if (ASKS_FOR_INFORMATION.test(sentenceText)) return true;
  if (!/\?["')]*$/.test(sentenceText) || TAG_QUESTION.test(sentenceText)) return false;
  const clauseIsLast = clauseAfter.length === sentenceAfter.length;
  return clauseIsLast || INTERROGATIVE.test(sentenceText) || INTERROGATIVE.test(clauseBefore.trimStart());
}
