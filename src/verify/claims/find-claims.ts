import type { Claim, ClaimKind } from "../../schema/claim-list.ts";
import type { TranscriptMessage } from "../../schema/transcript.ts";
import { normalizeText } from "../../text/normalize-text.ts";
import { sentencesOf } from "../../text/sentence-ranges.ts";
import type { ProgrammeNames } from "./programme-names.ts";

/** Words by which something is allowed, owed, forbidden, paid or promised. */
const ASSERTS =
  /\b(?:can|can't|cannot|may|must|has to|have to|won't|will|entitled|entitles?|qualif\w+|eligible|covers?|covered|pays?|paid|forbids?|forbidden|prohibits?|requires?|allows?|lets?|bars?|stops?|gives?|rights?|counts?|owes?|free|guarantee[sd]?|violat\w+|protects?|protected|keeps?|needs?|gets?|legally|by law)\b/;
/** Words by which the matter is left open. */
const HEDGES =
  /\b(?:may|might|could|depends?|depending|some states|in many|if (?:you|he|she|they|it)\b|whether|usually|often|sometimes|generally|typically|ask (?:them|about|your|the)|check (?:with|whether|the)|not sure)\b/;
const MONEY = /[$£€]\s?\d|\b\d[\d,.]*\s?(?:dollars|pounds|euros|percent|%)/;
const DURATION =
  /\b(?:\d+|one|two|three|four|five|six|ten|twelve|twenty|sixty|ninety|a hundred) (?:paid |unpaid )?(?:days?|weeks?|months?|years?|hours?)\b/;
const LAW =
  /\b(?:law|legal|legally|act|hipaa|gdpr|rights?|power of attorney|guardian\w*|proxy|consent|federal)\b/;

/**
 * Sentences that name a programme or a law beside a figure or a verb by which something is owed, allowed or forbidden.
 * What a judge finds is added to it, so that no reply can talk its way out of being read.
 */
export function findClaims(messages: readonly TranscriptMessage[], names: ProgrammeNames): Claim[] {
  return messages
    .filter((message) => message.role === "assistant")
    .flatMap((message) =>
      sentencesOf(normalizeText(message.content)).flatMap(({ text, start, end }): Claim[] => {
        const quote = message.content.slice(start, end);
        const found = names.in(quote);
        const kind = kindOf(text, found);
        if (kind === null) return [];
        const subject = found.map(({ name }) => name).join(", ");
        return [{ turn: message.turn, quote, subject, kind, hedged: HEDGES.test(text) }];
      }),
    );
}

/** `null` where the sentence asserts nothing of a programme or a law that it names. */
function kindOf(text: string, names: readonly { readonly known: boolean }[]): ClaimKind | null {
  if (names.length === 0) return null;
  if (MONEY.test(text)) return "amount";
  if (DURATION.test(text)) return "duration";
  if (ASSERTS.test(text)) return LAW.test(text) ? "law" : "eligibility";
  return names.some(({ known }) => !known) ? "programme" : null;
}
