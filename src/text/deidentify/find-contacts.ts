/**
 * Finds ways to reach a person: e-mail, pages, handles and telephone numbers. Help lines and other offered help are
 * kept.
 */
import type { CareRegistry } from "../facts/care-registry.ts";
import { dialledDigits, phoneDigits } from "../facts/phone-digits.ts";
import { everyMatch, type FoundIdentifier, overlap, type SaidText } from "./identifier.ts";

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+'-]*@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?\.\p{L}{2,}/gu;
/** "rosa dot delgado at gmail dot com". */
const EMAIL_SPOKEN =
  /\b[\p{L}\p{N}]+(?:(?: dot | underscore | dash |[._-])[\p{L}\p{N}]+)*(?: at | ?\(at\) ?| ?\[at\] ?)(?:(?:g|hot|proton|fast|y)?mail|outlook|yahoo|icloud|aol|live|msn|comcast|verizon|sbcglobal|btinternet|[\p{L}\p{N}-]+(?= dot | ?[([]dot))(?: dot | ?\(dot\) ?| ?\[dot\] ?|\.)(?:com|org|net|edu|co|uk|ie|ca|de|fr|es)(?:(?: dot |\.)uk)?\b/giu;
/** Role mailboxes, which belong to no single person. */
const OF_A_ROLE =
  /^(?:info|help|support|contact|office|hello|enquiries|inquiries|admin|service|services|referrals|intake|care|advice|helpline|team|no-?reply|jo)@/i;

const PAGES =
  "(?:facebook\\.com|fb\\.com|fb\\.me|instagram\\.com|twitter\\.com|x\\.com|linkedin\\.com/(?:in|pub)|tiktok\\.com|youtube\\.com/(?:user|c|channel)|youtube\\.com(?=/@)|snapchat\\.com/add|pinterest\\.com|reddit\\.com/(?:u|user)|t\\.me|wa\\.me|github\\.com|gitlab\\.com|venmo\\.com(?:/u)?|cash\\.app|paypal\\.me|paypal\\.com/paypalme|gofundme\\.com/f|caringbridge\\.org/visit|linktr\\.ee|threads\\.net|bsky\\.app/profile|medium\\.com|patreon\\.com|ko-fi\\.com|soundcloud\\.com|flickr\\.com/(?:people|photos)|nextdoor\\.com/profile|mastodon\\.[a-z]+)";
const PAGE = new RegExp(
  `(?<![\\p{L}\\p{N}@])(?:https?://)?(?:www\\.|m\\.)?${PAGES}/[@$]?[\\p{L}\\p{N}._~%+-]*[\\p{L}\\p{N}](?:/[\\p{L}\\p{N}._~%+-]*[\\p{L}\\p{N}])*/?(?:\\?[^\\s)>\\]]*[\\p{L}\\p{N}])?`,
  "giu",
);
const OWN_SITE =
  /(?<![\p{L}\p{N}@.])(?:https?:\/\/)?(?:www\.)?[\p{L}\p{N}-]+\.(?:wordpress|blogspot|tumblr|substack|weebly|wixsite|github)\.(?:com|io)(?:\/[^\s)>\]]*[\p{L}\p{N}])?/giu;
/** Any address that the text calls a person's own. */
const SAID_TO_BE_OWN =
  /\b(?:blog|vlog|page|site|website|web ?site|profile|gofundme|go ?fund ?me|fundraiser|caring ?bridge|channel|podcast|diary|journal|album)\b[^\n]{0,50}?(?<is>(?<![\p{L}\p{N}@.])(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/[^\s)>\]]*[\p{L}\p{N}])?)/dgiu;
const AT_HANDLE =
  /(?<![\p{L}\p{N}._%+@/-])@[\p{L}_][\p{L}\p{N}_.-]*[\p{L}\p{N}_](?:@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)?(?!\.?[\p{L}\p{N}]*@)/gu;
const REDDIT_NAME = /(?<![\p{L}\p{N}/])\/?u\/[\p{L}\p{N}_-]{3,}/gu;
const CASH_TAG = /(?<![\p{L}\p{N}$])\$[\p{L}][\p{L}\p{N}_-]{2,}/gu;
/** Matches an introduced handle: it has a digit, a mark or an odd capital, or the words before it leave no doubt. */
const HANDLE_CUE =
  /\b(?:instagram|insta|ig|facebook|fb|twitter|tiktok|snapchat|snap|discord|telegram|skype|venmo|cash ?app|zelle|paypal|reddit|linkedin|pinterest|youtube|xbox|gamertag|screen ?name|user ?name|user ?id|login|handle|profile)(?: (?:handle|name|user ?name|id|account|page|profile|tag))?(?: is| was|['’]s|:| =| under| as| at)[ ]*["“'‘]?(?<is>[@$]?[\p{L}\p{N}][\p{L}\p{N}_.#-]*[\p{L}\p{N}])/dgiu;
const LIKE_A_HANDLE = /[\d_.#@$-]|\p{Ll}\p{Lu}/u;

/** Digits after words that call them a person's number. */
const TOLD_NUMBER =
  /\b(?:phone|cell|cellphone|mobile|telephone|tel|landline|whatsapp|whats app|fax|pager|my number|his number|her number|their number|your number|our number|home number|work number|direct line|reach (?:me|him|her|us|them|you)|call (?:me|him|her|us|them|you)(?: back)?|text (?:me|him|her|us|them|you)|ring (?:me|him|her|us)|number(?: for [\p{L}' ]{1,25})?|call|text|ring|dial|reach|contact)\b[^\d\n+(]{0,24}(?<is>[+(]?\d[\d()./ -]{5,18}\d)(?![\d-])/dgiu;
/**
 * A number with a country code, in any grouping and even if the range is not assigned: libraries learn of new ranges
 * late. At least nine digits, so that short codes stay unchanged.
 */
const INTERNATIONAL =
  /(?<![\p{L}\p{N}+])(?:\(\+[1-9]\d{0,2}\)|(?:\+|00)[1-9]\d)(?:[ \u00a0.()/\u2010-\u2013-]{0,3}\d){7,13}(?!\p{N})/gu;
/** Digits as spoken words. */
const SPOKEN_DIGIT = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)";
const SPOKEN_NUMBER = new RegExp(`\\b${SPOKEN_DIGIT}(?:[ ,-]+${SPOKEN_DIGIT}){6,14}\\b`, "giu");
const EXTENSION = /^,? ?(?:ext\.?|extension|x) ?\d{1,6}\b/i;
const LONGEST_SHORT_CODE = 6;
/** Prefixes by country code of free-to-call numbers and other numbers that belong to organisations. */
const FREE_TO_CALL = [
  ["+1", /^1?8(?:00|33|44|55|66|77|88)\d{7}$/],
  ["+44", /^(?:0800\d{6,7}|0808\d{7}|03[0347]\d{8})$/],
  ["+353", /^1(?:800|850|890)\d{6}$/],
  ["+61", /^(?:1[38]00\d{6}|13\d{4})$/],
] as const;
/** Harmonised European numbers, the same in every country. */
const EUROPEAN_LINE = /^0?116\d{3}$/;
/** Words just before a help line's number, from either speaker. */
const HELP_LINE =
  /\b(?:help ?line|hot ?line|crisis line|warm ?line|life ?line|nurse line|nurse advice|advice line|support line|poison control|non-?emergency|emergency line|distress line|samaritans|ombudsman|protective services|after-?hours line)\b[^\d\n.]{0,40}$/i;
/** Words by which an assistant names the person's own contact details. */
const OF_THE_READER =
  /\b(?:your (?:[\p{L}-]+ ){0,2}(?:phone|cell|mobile|number|e-?mail|address|contact|line)|(?:reach|call|text|e-?mail|contact|ring|write) (?:to )?you|on file|for you as|you at)\b[^\n.]{0,40}$/iu;
const REACH = 70;

export interface Contacts {
  readonly found: readonly (readonly FoundIdentifier[])[];
  /** Contacts that are help; no other rule hides them, also where they are repeated. */
  readonly kept: readonly (readonly FoundIdentifier[])[];
}

/**
 * @param given digits and addresses known to be a person's own
 * @param taken ranges known to be something else, in each message
 */
export function findContacts(
  messages: readonly SaidText[],
  registry: Pick<CareRegistry, "numbersIn" | "byNumber" | "isInFacts">,
  given: ReadonlySet<string>,
  taken: readonly (readonly FoundIdentifier[])[],
): Contacts {
  const others = new Set(
    messages.flatMap(({ content }, index) =>
      (taken[index] ?? []).map(({ start, end }) => phoneDigits(content.slice(start, end))),
    ),
  );
  const all = messages.map(({ content }, index) =>
    [...emailsIn(content), ...handlesIn(content), ...numbersIn(content, registry)].filter(
      (contact) =>
        contact.kind !== "phone" ||
        isOfAnOrganisation(contact, content, registry) ||
        !(
          others.has(contactKey(contact, content)) ||
          (taken[index] ?? []).some((other) => overlap(contact, other))
        ),
    ),
  );
  const offered = new Set<string>();
  const owned = new Set(given);
  messages.forEach(({ role, content }, index) => {
    for (const contact of all[index] ?? []) {
      const key = contactKey(contact, content);
      if (offered.has(key) || owned.has(key)) continue;
      const before = content.slice(Math.max(0, contact.start - REACH), contact.start);
      const isHelp =
        isOfAnOrganisation(contact, content, registry) ||
        HELP_LINE.test(before) ||
        (role === "assistant" && !OF_THE_READER.test(before));
      (isHelp ? offered : owned).add(key);
    }
  });
  const isOffered = (content: string) => (contact: FoundIdentifier) =>
    offered.has(contactKey(contact, content));
  return {
    found: all.map((contacts, index) => {
      const isHelp = isOffered(messages[index]?.content ?? "");
      return contacts.filter((contact) => !isHelp(contact));
    }),
    kept: all.map((contacts, index) => contacts.filter(isOffered(messages[index]?.content ?? ""))),
  };
}

/** Key under which two spellings count as the same contact. */
export function contactKey({ kind, start, end }: FoundIdentifier, content: string): string {
  const text = content.slice(start, end);
  return kind === "phone" ? phoneDigits(text.replace(/ ?(?:ext|x).*$/i, "")) : text.toLowerCase();
}

function isOfAnOrganisation(
  contact: FoundIdentifier,
  content: string,
  registry: Pick<CareRegistry, "byNumber" | "isInFacts">,
): boolean {
  const key = contactKey(contact, content);
  if (contact.kind === "email") return OF_A_ROLE.test(key);
  if (contact.kind !== "phone") return false;
  if (registry.byNumber(key).length > 0 || registry.isInFacts(key) || EUROPEAN_LINE.test(key)) return true;
  // In other countries the same digits can be a mobile number: +92 300 is not the British 0300.
  const dialled = dialledDigits(content.slice(contact.start, contact.end));
  return FREE_TO_CALL.some(
    ([code, pattern]) => pattern.test(key) && (!dialled.startsWith("+") || dialled.startsWith(code)),
  );
}

function emailsIn(content: string): FoundIdentifier[] {
  return [...everyMatch(content, EMAIL, "email"), ...everyMatch(content, EMAIL_SPOKEN, "email")];
}

function handlesIn(content: string): FoundIdentifier[] {
  const told = everyMatch(content, HANDLE_CUE, "handle").filter(({ start, end }) =>
    LIKE_A_HANDLE.test(content.slice(start, end)),
  );
  return [PAGE, OWN_SITE, SAID_TO_BE_OWN, AT_HANDLE, REDDIT_NAME, CASH_TAG]
    .flatMap((pattern) => everyMatch(content, pattern, "handle"))
    .concat(told);
}

function numbersIn(content: string, registry: Pick<CareRegistry, "numbersIn">): FoundIdentifier[] {
  const shaped = registry
    .numbersIn(content)
    .filter(({ digits }) => digits.length > LONGEST_SHORT_CODE)
    .map(({ start, end }): FoundIdentifier => ({ kind: "phone", start, end }));
  return [
    ...shaped,
    ...everyMatch(content, INTERNATIONAL, "phone"),
    ...everyMatch(content, TOLD_NUMBER, "phone"),
    ...everyMatch(content, SPOKEN_NUMBER, "phone"),
  ].map((number) => {
    const extension = EXTENSION.exec(content.slice(number.end, number.end + 16))?.[0] ?? "";
    return { ...number, end: number.end + extension.length };
  });
}
