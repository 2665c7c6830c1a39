import type { Scenario } from "../../schema/scenario.ts";
import type { PlantableCard } from "./plantable-cards.ts";

/** Words that only make sense in one country. */
const COUNTRY_MARKS: Readonly<Record<string, RegExp>> = {
  US: /\b(?:Medicare|Medicaid|FMLA|HIPAA|Social Security|United States|US|federal|911|988)\b/,
  GB: /\b(?:Carer's Allowance|England|Wales|Scotland|NHS|Samaritans|999|solicitor)\b|£/,
  PL: /\b(?:Poland|RODO)\b/,
};

/** Whether what a card says belongs to another country, or to the rules of another state, than a scenario plays in. */
export function isElsewhere(card: PlantableCard, scenario: Scenario): boolean {
  const country = scenario.region?.slice(0, 2);
  const marked = Object.keys(COUNTRY_MARKS).filter((code) => COUNTRY_MARKS[code]?.test(card.reply));
  if (country !== undefined && marked.length > 0 && !marked.includes(country)) return true;
  switch (card.jurisdiction) {
    case null:
    case "base":
      return false;
    case "federal":
      return country !== "US";
    default:
      return card.jurisdiction !== scenario.jurisdiction;
  }
}
