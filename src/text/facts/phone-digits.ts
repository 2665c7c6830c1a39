/** One spelling per number, whoever writes it and from wherever it is dialled. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { HelpLine } from "../../schema/corpus/help-line.ts";

const KEYPAD = ["ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"] as const;
/** What is dialled in place of + from Europe, from North America and from Australia. */
const INSTEAD_OF_PLUS = /^(?:0011(?=[1-9]\d{8})|00(?=[1-9]\d{8})|011(?=[2-9]\d{9}))/;
/** With a prefix of North America, letters may run over: only these are dialled. */
const NORTH_AMERICAN_LENGTH = 10;

/** `1-800-799-SAFE`, `(800) 799 7233` and `+1 800 799 7233` are the same; so are `0808 808 7777` and `+44 808 808 7777`. */
export function phoneDigits(written: string): string {
  const digits = dialledDigits(written);
  const abroad = digits.startsWith("+") ? parsePhoneNumberFromString(digits) : undefined;
  if (abroad?.isValid()) return abroad.formatNational().replace(/\D/g, "");
  if (digits.startsWith("+44")) return `0${digits.slice(3).replace(/^0/, "")}`;
  const national = digits.replaceAll("+", "");
  const local =
    national.length > NORTH_AMERICAN_LENGTH && national.startsWith("1") ? national.slice(1) : national;
  return /[a-z]/i.test(written) ? local.slice(0, NORTH_AMERICAN_LENGTH) : local;
}

/** With + in front where it has the code of a country, however that is dialled. */
export function dialledDigits(written: string): string {
  return written
    .toUpperCase()
    .replace(/[A-Z]/g, keyOf)
    .replace(/[^\d+]/g, "")
    .replace(INSTEAD_OF_PLUS, "+");
}

function keyOf(letter: string): string {
  return String(KEYPAD.findIndex((letters) => letters.includes(letter)) + 2);
}

const FIRST_COUNTRY: CountryCode = "US";

/** The countries of the registry's lines, as the library names them, the commonest in the corpus first. */
export function countriesOf(lines: readonly HelpLine[]): readonly CountryCode[] {
  const countries = lines.flatMap(({ regions }) => regions.map((region) => region.slice(0, 2)));
  return [FIRST_COUNTRY, ...new Set(countries.filter((country) => country !== FIRST_COUNTRY))].filter(
    (country) => isSupportedCountry(country),
  );
}
