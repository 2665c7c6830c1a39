import { formatName } from "../../../src/domain/dimensions.ts";
import type { Severity } from "../../../src/schema/ids.ts";
import type { SiteIndex } from "../../../src/site/pages/build-index.ts";
import type { FindFacet, FindKind } from "../../../src/text/find/find-rows.ts";
import { severityWords, verdictWords } from "./verdict-words.ts";

/** Names for one row of each kind. */
export const kindWords: Readonly<Record<FindKind, string>> = {
  FAIL: verdictWords.FAIL,
  UNCLEAR: verdictWords.UNCLEAR,
  PASS: verdictWords.PASS,
  reply: "Reply",
  message: "Caregiver",
};

export const facetWords: Readonly<Record<Exclude<FindFacet, "scan">, string>> = {
  verdict: "Verdict, or what was said",
  severity: "Severity",
  model: "Assistant",
  check: "Check",
  scenario: "Scenario",
  contested: "How sure",
  label: "People decided",
};

/** Names a value of a facet; returns the value itself if it has no name. */
export function facetValueWords(facet: FindFacet, value: string, index: SiteIndex): string {
  switch (facet) {
    case "verdict":
      return kindWords[value as FindKind] ?? value;
    case "severity":
      return severityWords[value as Severity] ?? value;
    case "model":
      return (
        index.scans.flatMap(({ models }) => models).find(({ slug }) => slug === value)?.model_id ?? value
      );
    case "check": {
      const name = index.checks.find(({ mode_id }) => mode_id === value)?.name;
      return name === undefined ? value : `${value} ${formatName(name)}`;
    }
    case "scenario":
      return index.scenarios.find(({ scenario_id }) => scenario_id === value)?.title ?? value;
    case "contested":
      return "contested";
    case "label":
      return value.toLowerCase();
    case "scan":
      return value;
  }
}
