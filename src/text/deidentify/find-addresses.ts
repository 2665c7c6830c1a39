/**
 * Finds postal addresses: a number and a street, a PO box or a postal code, with the lines that follow on an envelope.
 */
import { anyCase, everyMatch, type FoundIdentifier } from "./identifier.ts";

const STREETS =
  "(?:Street|St|Avenue|Ave|Av|Road|Rd|Drive|Dr|Lane|Ln|Court|Ct|Boulevard|Blvd|Way|Place|Pl|Terrace|Terr|Ter|Circle|Cir|Parkway|Pkwy|Highway|Hwy|Trail|Trl|Loop|Square|Sq|Close|Crescent|Cres|Gardens|Gdns|Grove|Mews|Row|Hill|Rise|Walk|Quay|Alley|Path|Pike|Turnpike|Bend|Ridge|Cove|Broadway|Plaza|Parade|View|Heights|Hollow|Crossing|Run|Park|Green|Route|Fields|Cottages?|Brae|Mount|Villas?|Buildings|Towers?|Estate|Yard|Wynd|Bank|Wharf|Vale|Fold|Croft|Chase|Drove|Gate|Meadows?|Orchard|Crest|Bay|Landing|Station)";
const SMALL_STREETS = "(?:street|avenue|ave|road|rd|lane|ln|boulevard|blvd|drive|court|terrace|crescent)";
const COMPASS = "(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\\.?";
const WORD = "(?:\\p{Lu}[\\p{L}\\p{M}'’.-]*|\\d{1,3}(?:st|nd|rd|th)|of|the|de|la|del|el)";
const UNIT =
  "(?:,? ?\\n?(?:\\bApt\\.?|\\bApartment|\\bUnit|\\bSuite|\\bSte\\.?|#|\\bFlat|\\bFloor|\\bFl\\.?|\\bRm\\.?|\\bRoom|\\bLot|\\b[Ll]ot|\\bapt\\.?|\\bunit|\\bapartment) ?#? ?[\\p{L}\\p{N}-]{1,6}\\b)";
const STATE =
  "(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|NSW|VIC|QLD|WA|SA|TAS|ACT)";
const ZIP = "\\d{5}(?:-\\d{4})?";
const POSTCODE = "[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}";
const CANADIAN = "[ABCEGHJ-NPRSTVXY]\\d[A-Z][ -]?\\d[A-Z]\\d";
const EIRCODE = "[AC-FHKNPRTV-Y]\\d[\\dW] ?[\\dAC-FHKNPRTV-Y]{4}";
const CODE = `(?:${ZIP}|${POSTCODE}|${CANADIAN}|${EIRCODE}|\\d{4}(?!\\d))`;
const TOWN = "\\p{Lu}[\\p{L}\\p{M}'’.-]+(?: \\p{Lu}[\\p{L}\\p{M}'’.-]+){0,2}";
/** Towns, a state and a postal code, as many as follow. */
const TAIL = `(?:(?:,[ ]?\\n?|\\n|[ ]|[ ]in[ ])${TOWN}(?=,? ?(?:${STATE}|${CODE})\\b|, \\p{Lu})){0,3}(?:,? ?\\n?(?:${STATE}\\b(?:,? ${CODE}\\b)?|${TOWN},? ${CODE}\\b|${CODE}\\b)|,[ ]?\\n?${TOWN}(?=[.,;!?)\\n"”]|$| (?:and|or|to|with|by|for|before|on|at|if|so|but|is|in|near)\\b))?(?:,? (?:UK|USA|Ireland|England|Scotland|Wales|Canada|Australia|Germany|France|Spain|India|Mexico|México)\\b)?`;

const PIECE =
  "(?:[\\p{Lu}\\p{N}#][\\p{L}\\p{M}\\p{N}'’.º°/#-]*|de|la|las|los|das|dos|do|da|del|van|der|of|the|y)";
const PIECES = `${PIECE}(?: ${PIECE}){0,6}`;
/** Any letter case, up to a postcode. */
const TO_POSTCODE =
  "(?:(?:flat|apt|unit) [\\p{L}\\p{N}]{1,4}, ?)?\\d{1,4}[a-z]? [\\p{L}'’ -]{3,32},? ?(?:[\\p{L}'’ -]{3,24},? ){0,2}[a-z]{1,2}\\d[a-z\\d]? ?\\d[a-z]{2}\\b";

const ADDRESSES = [
  // Text announced as an address, piece by piece.
  new RegExp(
    `${anyCase("\\b(?:address|live at|lives at|living at|lived at|ship to|shipped to|ship it to|send to|send it to|sent to|mail to|mail it to|deliver to|delivery to|delivered to|balance to|post to|post it to|come to|we['’]?re at|i['’]?m at|she['’]?s at|he['’]?s at|house is|house:|home is|flat is|flat:|door is|house at|located at|pick (?:her|him|it|me|us|them) up at|moved to|staying at|stays at|deliver it to|property at|place at|place is|home at|apartment at|residence|envelope to|label to|write to|parcel to|package to|visit(?:s|ing)? at)(?: is|:| are|,)?(?: (?:to|at))?[ ]*\\n?")}(?<is>(?=[^\\n]{0,70}\\p{N})${PIECES}(?:(?:, ?|,? ?\\n)${PIECES}){0,4})`,
    "dgu",
  ),
  new RegExp(`(?<![\\p{L}\\p{N}/-])${TO_POSTCODE}`, "giu"),
  // A street, its number, a code and a town.
  new RegExp(
    `(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}\\p{M}.-]+(?: (?:\\p{Lu}[\\p{L}\\p{M}.-]+|de|das|dos|la|del|van|der)){0,4} \\d{1,4}[A-Za-z]?,(?: ?[^,\\n]{1,24},){0,2} ?(?:\\d{4} ?[A-Z]{2}|\\d{4}-\\d{3}|\\d{5,6}) ${TOWN}`,
    "gu",
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}$£€.,/-])(?:\\p{Lu}[\\p{L}-]+ (?:House|Cottage|Lodge|Farm|Villa|Court|Manor|Hall), ?)?(?:(?:Flat|Apt\\.?|Apartment|Unit|Suite) [\\p{L}\\p{N}]{1,5}, ?|Unit )?[NSEW]?\\d{1,6}(?:[A-Za-z]|[-/]\\d{1,5}|[ ]1/2)?,? (?:${COMPASS} )?(?:${WORD} ){0,4}?${STREETS}\\b\\.?(?: (?:${COMPASS}|\\d{1,4}|[A-Z]{1,2})\\b)?${UNIT}?${TAIL}`,
    "gu",
  ),
  new RegExp(`\\b(?:P\\.? ?O\\.? ?|[Pp]ost [Oo]ffice )[Bb]ox \\d{1,7}${TAIL}`, "gu"),
  // Lower case counts only after words that announce an address.
  new RegExp(
    `${anyCase("\\b(?:live|lives|living|address|staying|house|located|moved|apartment|apt|home|mail(?: it)?|send(?: it)?|sent|come|came|over|ship(?: it)?|delivered?)\\b[^\\d\\n]{0,24}")}(?<is>\\d{1,6} (?:[\\p{L}\\p{N}'’.-]+ ){1,3}${anyCase(SMALL_STREETS)}\\b${UNIT}?(?:,? [\\p{L} ]{3,20},? \\p{L}{2},? \\d{5}\\b)?)`,
    "dgu",
  ),
  new RegExp(
    `\\b\\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|allée|impasse|quai|cours) [\\p{L}'’ -]{3,40}(?:,? \\d{5} ${TOWN})?`,
    "gu",
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:ul\\.|al\\.|os\\.|[Ss]tr\\.|Jl\\.|Jalan|Lorong|Av\\.|Cra\\.|Cl\\.|Blk|Block|Plot|House [Nn]o\\.?|H\\.? ?[Nn]o\\.?|RR|Rural Route) ${PIECES}(?:, ?${PIECES}){0,4}`,
    "gu",
  ),
  // Formats with the number last, as in much of Europe.
  new RegExp(
    `\\b(?:Calle|C/|Avenida|Avda\\.?|Carrera|Paseo|Plaza|Camino|Rua|Rue|Via|Viale|Piazza) (?:(?:de|la|del|los|las|da|do|di|des|du) ){0,2}${TOWN},? (?:n[.º°o]* ?)?#?\\d{1,5}(?:[ -]\\d{1,4})*[A-Za-z]?\\b${TAIL}`,
    "gu",
  ),
  new RegExp(
    `\\b\\p{Lu}[\\p{L}-]+(?:straße|strasse|str\\.|weg|allee|platz|gasse|laan|straat|gatan|vej) \\d{1,4}[a-z]?\\b(?:,? \\d{4,5} ${TOWN})?`,
    "gu",
  ),
  new RegExp(`\\b${POSTCODE}\\b`, "gu"),
  new RegExp(
    `${anyCase("\\b(?:zip|zip code|postcode|postal code|eircode)(?: is|:|,)? ?")}(?<is>${CODE})\\b`,
    "dgu",
  ),
  new RegExp(`(?<=\\b${STATE} )\\d{5}(?:-\\d{4})?\\b`, "gu"),
] as const;

/** Words between a number and a street-like word that make it a quantity. */
const QUANTITY =
  /^\d+[- ]?(?:hours?|minutes?|mins?|days?|weeks?|months?|years?|miles?|mg|ml|percent|dollars|steps?|times|people|pounds|lbs|kg|am|pm)\b/i;

/** Returns true for digits with words or code letters beside them. */
function isAddress(text: string): boolean {
  return /\d/.test(text) && (/\p{L}/u.test(text) || /^\d{4,5}/.test(text)) && !QUANTITY.test(text);
}

export function findAddresses(content: string): FoundIdentifier[] {
  return ADDRESSES.flatMap((pattern) => everyMatch(content, pattern, "address"))
    .map((found) => ({
      ...found,
      end: found.start + content.slice(found.start, found.end).replace(/[.,;:\s]+$/, "").length,
    }))
    .filter(({ start, end }) => isAddress(content.slice(start, end)));
}
