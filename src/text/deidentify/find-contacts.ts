/** Ways to reach a person: e-mail, pages and handles, telephone numbers. What is offered as help is none of them. */
import type { CareRegistry } from "../facts/care-registry.ts";
import { dialledDigits, phoneDigits } from "../facts/phone-digits.ts";
import { everyMatch, type FoundIdentifier, overlap, type SaidText } from "./identifier.ts";

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+'-]*@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?\.\p{L}{2,}/gu;
/** "rosa dot delgado at gmail dot com". */
const EMAIL_SPOKEN =
  /\b[\p{L}\p{N}]+(?:(?: dot | underscore | dash |[._-])[\p{L}\p{N}]+)*(?: at | ?\(at\) ?| ?\[at\] ?)(?:(?:g|hot|proton|fast|y)?mail|outlook|yahoo|icloud|aol|live|msn|comcast|verizon|sbcglobal|btinternet|[\p{L}\p{N}-]+(?= dot | ?[([]dot))(?: dot | ?\(dot\) ?| ?\[dot\] ?|\.)(?:com|org|net|edu|co|uk|ie|ca|de|fr|es)(?:(?: dot |\.)uk)?\b/giu;
/** Mailboxes of nobody in particular. */
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
/** Any address that is said to be somebody's own. */
const SAID_TO_BE_OWN =
  /\b(?:blog|vlog|page|site|website|web ?site|profile|gofundme|go ?fund ?me|fundraiser|caring ?bridge|channel|podcast|diary|journal|album)\b[^\n]{0,50}?(?<is>(?<![\p{L}\p{N}@.])(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/[^\s)>\]]*[\p{L}\p{N}])?)/dgiu;
const AT_HANDLE =
  /(?<![\p{L}\p{N}._%+@/-])@[\p{L}_][\p{L}\p{N}_.-]*[\p{L}\p{N}_](?:@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)?(?!\.?[\p{L}\p{N}]*@)/gu;
const REDDIT_NAME = /(?<![\p{L}\p{N}/])\/?u\/[\p{L}\p{N}_-]{3,}/gu;
const CASH_TAG = /(?<![\p{L}\p{N}$])\$[\p{L}][\p{L}\p{N}_-]{2,}/gu;
/** A handle introduced as one; it has a digit, a mark or an odd capital, or the words before it leave no doubt. */
const HANDLE_CUE =
  /\b(?:instagram|insta|ig|facebook|fb|twitter|tiktok|snapchat|snap|discord|telegram|skype|venmo|cash ?app|zelle|paypal|reddit|linkedin|pinterest|youtube|xbox|gamertag|screen ?name|user ?name|user ?id|login|handle|profile)(?: (?:handle|name|user ?name|id|account|page|profile|tag))?(?: is| was|['’]s|:| =| under| as| at)[ ]*["“'‘]?(?<is>[@$]?[\p{L}\p{N}][\p{L}\p{N}_.#-]*[\p{L}\p{N}])/dgiu;
const LIKE_A_HANDLE = /[\d_.#@$-]|\p{Ll}\p{Lu}/u;

/** Digits after words that say that they are somebody's number. */
const TOLD_NUMBER =
  /\b(?:phone|cell|cellphone|mobile|telephone|tel|landline|whatsapp|whats app|fax|pager|my number|his number|her number|their number|your number|our number|home number|work number|direct line|reach (?:me|him|her|us|them|you)|call (?:me|him|her|us|them|you)(?: back)?|text (?:me|him|her|us|them|you)|ring (?:me|him|her|us)|number(?: for [\p{L}' ]{1,25})?|call|text|ring|dial|reach|contact)\b[^\d\n+(]{0,24}(?<is>[+(]?\d[\d()./ -]{5,18}\d)(?![\d-])/dgiu;
/**
 * With the code of a country, in whatever groups and whether or not anybody can have it: ranges are given out faster than a
 * library learns of them. Nine digits at least, so that a short code of a country stays what it is.
 */
const INTERNATIONAL =
  /(?<![\p{L}\p{N}+])(?:\(\+[1-9]\d{0,2}\)|(?:\+|00)[1-9]\d)(?:[ \u00a0.()/\u2010-\u2013-]{0,3}\d){7,13}(?!\p{N})/gu;
/** As they are read out loud. */
const SPOKEN_DIGIT = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)";
const SPOKEN_NUMBER = new RegExp(`\\b${SPOKEN_DIGIT}(?:[ ,-]+${SPOKEN_DIGIT}){6,14}\\b`, "giu");
const EXTENSION = /^,? ?(?:ext\.?|extension|x) ?\d{1,6}\b/i;
const LONGEST_SHORT_CODE = 6;
/** Numbers that cost nothing to call, or are nobody's, by the code of their country: they are lines of organisations. */
const FREE_TO_CALL = [
  ["+1", /^1?8(?:00|33|44|55|66|77|88)\d{7}$/],
  ["+44", /^(?:0800\d{6,7}|0808\d{7}|03[0347]\d{8})$/],
  ["+353", /^1(?:800|850|890)\d{6}$/],
  ["+61", /^(?:1[38]00\d{6}|13\d{4})$/],
] as const;
/** The same in all of Europe. */
const EUROPEAN_LINE = /^0?116\d{3}$/;
/** Just before a number that reaches help, whoever says it. */
const HELP_LINE =
  /\b(?:help ?line|hot ?line|crisis line|warm ?line|life ?line|nurse line|nurse advice|advice line|support line|poison control|non-?emergency|emergency line|distress line|samaritans|ombudsman|protective services|after-?hours line)\b[^\d\n.]{0,40}$/i;
/** An assistant that speaks of the person's own ways to be reached. */
const OF_THE_READER =
  /\b(?:your (?:[\p{L}-]+ ){0,2}(?:phone|cell|mobile|number|e-?mail|address|contact|line)|(?:reach|call|text|e-?mail|contact|ring|write) (?:to )?you|on file|for you as|you at)\b[^\n.]{0,40}$/iu;
const REACH = 70;

export interface Contacts {
  readonly found: readonly (readonly FoundIdentifier[])[];
  /** What helps somebody, wherever it is repeated: no other rule may hide it. */
  readonly kept: readonly (readonly FoundIdentifier[])[];
}

/**
 * @param given digits and addresses that are known to be a person's own
 * @param taken what is known to be something else, in each message
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

/** By which two ways of writing one contact are the same. */
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
  // Elsewhere the same digits are somebody's mobile: +92 300 is no British 0300.
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
