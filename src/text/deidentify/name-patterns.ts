/**
 * Patterns for names of people who are introduced or addressed or who sign. The group `is` holds the names as written.
 */
import { anyCase } from "./identifier.ts";
import {
  CLOSINGS,
  DOES,
  DOES_AS_A_PERSON,
  DONE_TO,
  GREETINGS,
  KIN_PHRASE,
  OWN_KIN,
  TITLES,
} from "./name-words.ts";

/** One part of a name, without a possessive ending ("Rosa's"). */
const PART = "\\p{Lu}[\\p{L}\\p{M}]*(?:['’-](?!s\\b)\\p{L}[\\p{L}\\p{M}]*)*";
const JOINS =
  '(?:["“‘]\\p{Lu}\\p{L}+["”’][ ]+|\\p{Lu}\\.[ ]+|(?:[Dd]e la|[Dd]e los|[Dd]el|[Dd]e|[Dd]a|[Dd]os|[Vv]an der|[Vv]an den|[Vv]an|[Vv]on|[Bb]in|[Ii]bn|al|el|la|le|y)[ ]+)';
const NAME = `(?:\\p{Lu}\\.[ ]?){0,2}${PART}(?:[ ]+${JOINS}?${PART}){0,3}`;
const NAMES = `${NAME}(?:(?:,? (?:and|&) |, )${NAME}){0,4}`;
const QUOTE = "[\"“'‘*_(]{0,2}";
/** End of a name that stands alone. */
const CLOSED =
  "(?=[,.!?;:)\\n\"”]|\\s*$|['’]s\\b| (?:and|from|here|again|with|calling|writing|—|–|-|but|who|I) ?)";

const pattern = (source: string) => new RegExp(source, "gu");

export const SAYS_OWN_NAME = [
  pattern(`\\b${anyCase("my (?:full |first |last |real )?name(?:['’]s| is|:)")}[ ]+${QUOTE}(?<is>${NAME})`),
  pattern(`\\b(?:[Cc]all me|I go by|[Ss]igned,?)[ ]+${QUOTE}(?<is>${NAME})`),
  pattern(`(?<![\\p{L}'’])(?:I['’]?m|I am|[Ii]m)[ ]+(?<is>${NAME})${CLOSED}`),
  pattern(
    `(?:^|[.!?,:\\n]\\s*|\\b[Hh]i |\\b[Hh]ello |\\b[Hh]ey )(?:[Tt]his is|[Ii]t['’]s|[Ii]ts)[ ]+(?<is>${NAME})${CLOSED}`,
  ),
  pattern(`(?:^|\\n|\\b[Hh]i,? |\\b[Hh]ello,? |\\b[Hh]ey,? )(?<is>${NAME}) here\\b`),
] as const;

const TWO = `${PART}[ ]+${JOINS}?${PART}(?:[ ]+${PART})?`;

export const NAMES_SOMEBODY = [
  pattern(`${anyCase(KIN_PHRASE)}(?:['’]s| of)[ ]+(?<is>${NAMES})`),
  pattern(
    `\\b(?:[Tt]hey|[Ww]e|I|[Ee]veryone|[Pp]eople|[Ff]riends) (?:all )?call(?:ed|ing)?(?: (?:him|her|them|me))? ${QUOTE}(?<is>${PART})`,
  ),
  pattern(`\\bthe[ ](?<is>${PART})[ ](?:twins|family|household|boys|girls|sisters|brothers|kids|clan)\\b`),
  pattern(`\\bcalling (?:him|her|them|me) ${QUOTE}(?<is>${PART})`),
  pattern(`(?:^|[\\n.,;("“][ ]*)\\p{L}+:[ ]*(?<is>${TWO})(?=[,.;\\n)"”]|$| \\d)`),
  // Before a number or an address of that person.
  pattern(
    `(?<![\\p{Lu}][\\p{L}]* )(?<is>${TWO})(?:[ ]?[,:(–-][ ]?|[ ]|\\n)(?=[+(]?\\d{2}[\\d ()-]{5}|\\p{Lu}\\p{L}+ \\d{1,4}[A-Za-z]?,|\\d{1,5} \\p{Lu})`,
  ),
  pattern(`${anyCase(KIN_PHRASE)}(?:,|:)?(?: is| was)?(?: called| named)?[ ]+${QUOTE}(?<is>${NAMES})`),
  pattern(`${anyCase(KIN_PHRASE)}[ ]*\\((?<is>${NAMES})`),
  pattern(`\\b[Nn]ames?(?:['’]s| is| was| are|:)[ ]+${QUOTE}(?<is>${NAMES})`),
  pattern(
    `\\b(?:[Nn]amed|[Nn]icknamed|[Gg]oes by|[Cc]all(?:s|ed)? (?:him|her|them|me)|(?:man|woman|guy|lady|person|girl|boy|one) called)[ ]+${QUOTE}(?<is>${NAMES})`,
  ),
  pattern(`\\b${TITLES}\\.?[ ]+(?<is>${NAME})`),
  pattern(`(?<is>${NAMES})(?:, | \\(|,? who is | is | was | are | – | — )${OWN_KIN}`),
  pattern(
    `(?:^|\\n|[.;,(][ ]*)(?:[Pp]atient|[Cc]aregiver|[Cc]lient|[Cc]ontact|[Ee]mergency contact|[Nn]ext of kin|[Rr]esident|[Mm]ember|[Bb]eneficiary|[Pp]ayee|[Aa]ttn|[Cc]/o|POA|[Ff]rom|[Tt]o|[Nn]ame)(?: [Nn]ame)?:[ ]*(?<is>${NAME})`,
  ),
  pattern(
    `\\b(?:[Ss]poke|[Ss]peak|[Ss]peaking|[Tt]alked|[Tt]alk|[Mm]et|[Aa]sk(?:ed)?)[ ]+(?:with|to|for)[ ]+(?<is>${PART}[ ]+${PART})(?![ ]+\\p{Lu})`,
  ),
] as const;

/** Start of a sentence. */
const AT_START = '(?<=^|[.!?…\\n"“][ ]?|[.!?][)"”][ ])';
/** Names without introduction, in the place of a person. Words that also occur in lower case are excluded. */
export const IN_A_PERSONS_PLACE = [
  pattern(`${AT_START}(?<is>${PART})(?=['’]s[ ]\\p{Ll})`),
  pattern(`(?<=[\\p{L},;:][ ])(?<is>${PART})(?=['’]s[ ]\\p{Ll})`),
  pattern(`${AT_START}(?<is>${NAME})[ ]${DOES_AS_A_PERSON}(?![\\p{L}])`),
  pattern(`(?<=[\\p{L},;:][ ])(?<is>${NAME})[ ]${DOES}(?![\\p{L}])`),
  pattern(`(?<=\\b${anyCase(DONE_TO)}[ ])(?<is>${NAME})(?=[,.!?;:)\\n"”]|['’]s\\b|[ ](?:\\p{Ll}|\\d)|$)`),
  // Letters that English does not have, inside a sentence.
  pattern(`(?<=[\\p{Ll},;][ ])(?<is>\\p{Lu}(?=[\\p{L}]*[^\\p{ASCII}’])[\\p{L}\\p{M}-]+(?:[ ]${PART}){0,2})`),
  // A name followed by an age or by pronouns.
  pattern(
    `(?<is>${NAME})(?:,| \\(|, aged?| is| was| turns| turned)[ ]?(?=(?:[1-9]\\d|10\\d)(?:[,.;)]|[ ](?:and|with|has|years)|$)|(?:she|he|they)/)`,
  ),
] as const;
/** Lower-case names: after "is called" and the like, or between a relative and a verb. */
export const WRITTEN_SMALL = [
  pattern(`\\b(?:my|her|his) name(?:['’]?s| is) (?<is>\\p{Ll}{3,})(?=[ ](?:and|im|i)\\b|[,.!\\n]|$)`),
  pattern(`\\b(?:${KIN_PHRASE}) (?<is>\\p{Ll}{3,}) (?:${DOES})(?![\\p{L}])`),
] as const;
/** An assistant ends a sentence with the name of the person it addresses. */
export const SPOKEN_TO = pattern(`(?<=\\p{Ll}[\\p{L}'’]*,[ ])(?<is>${PART})(?=[.!?\\n]|$|,[ ])`);
export const PLACE = pattern(
  `\\b(?:in|near|outside|around|into|across|live in|moved to|back to)[ ](?:the[ ])?(?<is>${PART})`,
);
export const SMALL_WORD = /(?<![\p{L}'’-])\p{Ll}[\p{L}'’-]*/gu;
export const ADDRESS_OF_THE_WEB = /\S*[@/]\S*|\S+\.\p{Ll}{2,}/gu;
export const SIGNED_BELOW = pattern(`(?:^|\\n)[ ]*(?<is>${TWO})[ ]*(?=\\n|$)|[.!?][ ]+(?<end>${TWO})\\s*$`);

/** For the assistant's messages only: a user's greeting names the assistant, which is not a person. */
export const ADDRESSES = [
  pattern(`(?:^|[.!?\\n][ ]*)${anyCase(GREETINGS)},?[ ]+(?<is>${PART})(?=[,.!?:\\n—–]| [—–-]|\\s*$)`),
] as const;

export const SIGNS = [
  pattern(`(?:^|[\\n.!?][ ]*)${anyCase(CLOSINGS)}[,.!]?[ ]*[-–—~]?[ ]*(?<is>${NAME})[.!]?\\s*$`),
  pattern(
    `(?:^|[\\n.!?][ ]*)${anyCase(CLOSINGS)}[,.!]?[ ]*\\n+[ ]*[-–—~]?[ ]*(?<is>${NAME})[.!,]?[ ]*(?=\\n|$)`,
  ),
  pattern(`(?:^|\\n|[.!?)][ ]*|[ ])[-–—~][ ]?(?<is>${NAME})[.!]?\\s*$`),
] as const;
