/**
 * Finds document and account numbers and dates of birth: by shape if it is distinctive, otherwise by their
 * introduction.
 */
import { everyMatch, type FoundIdentifier } from "./identifier.ts";

/** Letters and digits in groups, the usual form of document numbers. */
const GROUPS =
  "(?=[\\p{L}/.-]{0,6}[ ]?[\\p{L}]{0,3}\\p{N})[\\p{L}\\p{N}]+(?:[-/.][\\p{L}\\p{N}]+|[ ](?=[\\p{L}]{0,3}\\p{N})[\\p{L}\\p{N}]+)*";
const FILLER = "[^\\p{N}\\n.;?!]{0,30}?";
const NUMBER_NOUN = "(?:numbers?|no\\.?|num\\.?|nr\\.?|#|ids?|i\\.d\\.|code)";

const DOCUMENTS =
  "(?:ssn|ss|curp|imss|philhealth|bsn|dni|nie|cpf|pesel|aadhaar|senior|citizen|cin|social security|soc(?:ial)?|nhs|national insurance|ni|nino|medicare|medicaid|medi-?cal|mbi|beneficiary|passport|driver['’]?s? licen[cs]e|driving licen[cs]e|licen[cs]e|dl|state id|member(?:ship)?|subscriber|group|policy|plan|insurance|claim|case|file|reference|ref|mrn|medical record|record|chart|patient|hospital|alien|a-?number|green card|uscis|visa|permit|va|tax|ein|itin|pps|ppsn|health card|ohip|sin|tfn|crn|docket|court|incident|police report|report|certificate|prescription|rx|confirmation|ticket|referral|authori[sz]ation|application|enrol?lment|registration|employee|badge|student)";
const ACCOUNTS =
  "(?:account|acct|acc|a/c|bank|checking|savings|routing|sort|iban|swift|bic|bsb|credit card|debit card|card|visa|mastercard|amex|ebt|customer|loan|mortgage|pin|cvv|cvc|security code|gift card|meter|utility)";

/** A noun of its own before the value: "policy number is LTC-88", "Medicare ID: 1EG4". */
const introduced = (nouns: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${nouns}(?:[ ](?:card|plan|insurance|health))?[ ]?${NUMBER_NOUN}(?![\\p{L}])${FILLER}(?<is>${GROUPS})`,
    "dgiu",
  );
/** The value right behind the noun: "claim A-99812", "card ending in 4421", "SSN: 078…". */
const direct = (nouns: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${nouns}(?![\\p{L}])(?:[ ]?(?:#|:|=|-|is|was|[(]|,|ending(?: in| with)?|ends(?: in| with)?|that ends in|last four(?: digits)?)[ ]?){0,4}[ ]?(?<is>${GROUPS})`,
    "dgiu",
  );
const DOCUMENT_CUES = [introduced(DOCUMENTS), direct(DOCUMENTS)] as const;
const ACCOUNT_CUES = [introduced(ACCOUNTS), direct(ACCOUNTS)] as const;
const LAST_FOUR =
  /\blast (?:four|4)(?: digits)?(?: of (?:my|his|her|their|the) [\p{L} ]{2,25})?(?: is| are|:|,|=)?[ ]+(?<is>\d{4})\b/dgiu;

const SOCIAL_SECURITY = /(?<![\d-])\d{3}[- ]\d{2}[- ]\d{4}(?![\d-])/g;
/** Medicare number: a digit, a letter, a letter or digit, and so on. */
const MEDICARE = /\b[1-9][A-Z][A-Z\d]\d[- ]?[A-Z][A-Z\d]\d[- ]?[A-Z]{2}\d{2}\b/gi;
const NATIONAL_INSURANCE = /\b[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/gi;
/** Number with some digits masked. */
const MASKED = /(?<![\p{L}\p{N}*•])[x*•]{2,}[- ]?(?:[x*•]{2,}[- ]?)*\d{4}\b/giu;
/** Capital letters with this many digits are seldom anything else. */
const CODE = /(?<![\p{L}\p{N}-])(?=[A-Z-]*\d)(?=[^\s]*[A-Z])(?:[A-Z\d]+-?){1,5}[A-Z\d](?![\p{L}\p{N}-])/gu;
const CODE_DIGITS = 5;
const CODE_LENGTH = 8;
/** "its number, as far as I can read it, is …": a number of any document. */
const OF_ANYTHING = new RegExp(
  `(?<![\\p{L}])(?:no\\.|number|nr\\.?|#|id|i\\.d\\.|ref)(?![\\p{L}])[^\\p{N}\\n?!;]{0,40}?(?<is>${GROUPS})`,
  "dgiu",
);
const DIGITS_OF_ANYTHING = 6;
const IBAN = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,4})?\b/g;
const CARD =
  /(?<![\d-])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\d-])|(?<![\d-])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\d-])/g;
const SORT_CODE = /\bsort[ -]?code[^\d\n]{0,12}(?<is>\d{2}[- ]?\d{2}[- ]?\d{2})\b/dgi;

const MONTH =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?";
const DATE = `(?:\\d{1,2} de \\p{L}{4,10} (?:de|del) \\d{4}|\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{2,4}|\\d{4}[/.-]\\d{1,2}[/.-]\\d{1,2}|${MONTH} (?:the )?\\d{1,2}(?:st|nd|rd|th)?(?:,? (?:of )?['’]?\\d{2,4})?|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? ['’]?\\d{2,4})?|${MONTH},? (?:of )?\\d{4})`;
const ORDINAL =
  "(?:the )?(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth)";
const BIRTH =
  "(?:dob|d\\.o\\.b\\.?|date of birth|birth ?date|birth ?day|born|bday|b-day|birth|b\\.|fecha de nacimiento|nacid[ao]|geboren|geb\\.|n[ée]e? le)";
const BORN = [
  new RegExp(`(?<![\\p{L}])${BIRTH}(?![\\p{L}])[^\\d]{0,36}?(?<is>${DATE})(?![\\d])`, "dgiu"),
  new RegExp(
    `(?<![\\d/.-])(?<is>${DATE})(?: is|,| was|['’]s)? ?(?:\\(|my |his |her |their |mom['’]s |dad['’]s |the |is )*${BIRTH}\\b`,
    "dgiu",
  ),
  new RegExp(`\\bturn(?:s|ed|ing)? \\d{2,3} (?:on|this|last|next) (?<is>${DATE})`, "dgiu"),
] as const;

/** Dates so long ago that they are almost always dates of birth. */
const LONG_AGO = new RegExp(
  `(?<![\\p{N}/.-])(?:${DATE}|\\d{1,2}\\.? \\p{L}{3,12}\\.?,? 19\\d\\d|\\d{1,2} ?[/.-] ?\\d{1,2} ?[/.-] ?(?:19)?\\d\\d|${ORDINAL}(?: of)? ${MONTH},? 19\\d\\d|${MONTH} ${ORDINAL},? 19\\d\\d|\\d{1,2}[A-Z]{3}19\\d\\d)(?![\\p{N}/-])`,
  "giu",
);
const LONG_AGO_YEAR = /(?:^|\D)19\d\d(?:\D|$)|^\d{1,2}([/.-])\d{1,2}\1[3-9]\d$|\p{L}\.?,? ['’][3-9]\d$/u;

/** Finds numbers and dates that are introduced as such or have a distinctive shape. */
export function findNumbers(content: string): FoundIdentifier[] {
  const cued = (patterns: readonly RegExp[], kind: "document" | "account") =>
    patterns
      .flatMap((pattern) => everyMatch(content, pattern, kind))
      .flatMap((found) => likeANumber(content, found));
  return [
    ...BORN.flatMap((pattern) => everyMatch(content, pattern, "birth_date")),
    ...everyMatch(content, IBAN, "account").filter(({ start, end }) => isIban(content.slice(start, end))),
    ...everyMatch(content, CARD, "account").filter(({ start, end }) => isCard(content.slice(start, end))),
    ...everyMatch(content, SORT_CODE, "account"),
    ...everyMatch(content, SOCIAL_SECURITY, "document"),
    ...everyMatch(content, MEDICARE, "document").filter(({ start, end }) =>
      /\d.*\d.*\d/.test(content.slice(start, end)),
    ),
    ...everyMatch(content, NATIONAL_INSURANCE, "document"),
    ...everyMatch(content, LAST_FOUR, "document"),
    ...everyMatch(content, MASKED, "document"),
    ...everyMatch(content, LONG_AGO, "birth_date").filter(({ start, end }) =>
      LONG_AGO_YEAR.test(content.slice(start, end)),
    ),
    ...cued(ACCOUNT_CUES, "account"),
    ...cued(DOCUMENT_CUES, "document"),
  ];
}

/** Finds private numbers of unknown kind, except telephone numbers that are offered as help. */
export function findOtherNumbers(content: string): FoundIdentifier[] {
  const digitsIn = ({ start, end }: FoundIdentifier) =>
    content.slice(start, end).replaceAll(/\D/g, "").length;
  return [
    ...everyMatch(content, CODE, "document").filter(
      (found) => digitsIn(found) >= CODE_DIGITS && found.end - found.start >= CODE_LENGTH,
    ),
    ...everyMatch(content, OF_ANYTHING, "document")
      .flatMap((found) => likeANumber(content, found))
      .filter((found) => digitsIn(found) >= DIGITS_OF_ANYTHING),
  ];
}

const FEWEST_DIGITS = 3;
const FEWEST_CHARACTERS = 4;
const YEAR = /^(?:19|20)\d\d$/;
const OF_A_QUANTITY =
  /^[ ]?(?:%|°|percent|dollars|bucks|pounds|euros|hours?|hrs?|days?|weeks?|months?|years?|minutes?|mins?|mg|mcg|ml|lbs?|kg|miles?|am|pm|a\.m|p\.m|times|people|pills|percent)\b|^[.,]\d|^%/i;

/** Trims an introduced number to whole groups, from the first one with a digit. Drops quantities. */
function likeANumber(content: string, found: FoundIdentifier): FoundIdentifier[] {
  const text = content.slice(found.start, found.end);
  if (!/\d/.test(text)) return [];
  // Words may run into the number: "is AB 123" keeps letters only if they are capitals or joined to digits.
  const lead = /^(?:\p{Ll}[\p{L}]*[ ])+/u.exec(text)?.[0].length ?? 0;
  const start = found.start + lead;
  const value = content.slice(start, found.end);
  const digits = value.replaceAll(/\D/g, "");
  if (digits.length < FEWEST_DIGITS || value.length < FEWEST_CHARACTERS) return [];
  if (YEAR.test(value) || /[$£€]$/.test(content.slice(0, start).trimEnd())) return [];
  if (OF_A_QUANTITY.test(content.slice(found.end, found.end + 12))) return [];
  // "9876 543 217 XK": letters that close it.
  const closing = /^[ -][A-Z]{1,3}(?![\p{L}\p{N}])/u.exec(content.slice(found.end, found.end + 6))?.[0] ?? "";
  return [{ ...found, start, end: found.end + (digits.length > FEWEST_DIGITS ? closing.length : 0) }];
}

function isIban(written: string): boolean {
  const text = written.replaceAll(/[ -]/g, "").toUpperCase();
  if (text.length < 15 || text.length > 34) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  // A typing error still shows what it is: the shape of a known country is enough.
  return rest === 1 || /^(?:GB|DE|FR|ES|IT|NL|IE|BE|AT|CH|PT|PL|SE|DK|NO|FI)/.test(text);
}

/** Checks Luhn's sum, or groups of four digits. */
function isCard(written: string): boolean {
  if (/^\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,4})?$/.test(written)) return true;
  const digits = written.replaceAll(/\D/g, "");
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
