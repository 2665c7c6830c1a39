/** Gives each number one spelling, independent of the writer and of the caller's country. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { HelpLine } from "../../schema/corpus/help-line.ts";

const KEYPAD = ["ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"] as const;
/** International prefixes in place of + from Europe, North America and Australia. */
const INSTEAD_OF_PLUS = /^(?:0011(?=[1-9]\d{8})|00(?=[1-9]\d{8})|011(?=[2-9]\d{9}))/;
/** After a North American prefix, letters may run over; only this many digits are dialled. */
const NORTH_AMERICAN_LENGTH = 10;

/**
 * Returns one spelling per number: `1-800-799-SAFE`, `(800) 799 7233` and `+1 800 799 7233` give the same result. So do
 * `0808 808 7777` and `+44 808 808 7777`.
 */
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

/** Digits with + in front if there is a country code, in any dialling form. */
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

/** Countries of the registry's lines in the library's codes, the most common in the corpus first. */
export function countriesOf(lines: readonly HelpLine[]): readonly CountryCode[] {
  const countries = lines.flatMap(({ regions }) => regions.map((region) => region.slice(0, 2)));
  return [FIRST_COUNTRY, ...new Set(countries.filter((country) => country !== FIRST_COUNTRY))].filter(
    (country) => isSupportedCountry(country),
  );
}
