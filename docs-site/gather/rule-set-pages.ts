/** Every rule set with its whole text: what a place asks of an assistant, by which law, and how we looked. */

import { describeTest } from "../../scripts/describe-duties.ts";
import type { Corpus } from "../../src/corpus/corpus.ts";
import type { Duty } from "../../src/schema/corpus/duty.ts";
import type { RuleSet } from "../../src/schema/corpus/rule-set.ts";
import { bullets, prose, table } from "./markdown.ts";
import type { Page } from "./pages.ts";

export function ruleSetPages({ rules }: Pick<Corpus, "rules">): readonly Page[] {
  const sets = [...rules];
  const rows = sets.map(([place, { duties }]) => [`[${place}](rules/${place}.yaml)`, String(duties.length)]);
  const index: Page = {
    source: "benchmark/configs/rules",
    title: "Rule sets",
    titleInSidebar: "All rule sets",
    description: "What the law of a place asks of an assistant, in our words, with sources and dates.",
    body: `Each set holds everything it extends. None of it is legal advice. [What rules do in a scan](../../docs/rules.md); [the same duties by law](../../docs/duties.md).\n\n${table(["rule set", "duties"], rows)}`,
    group: "reference",
  };
  return [index, ...sets.map(([place, set]) => ruleSetPage(place, set))];
}

function ruleSetPage(place: string, { duties, disclosure, identity }: RuleSet): Page {
  return {
    source: `benchmark/configs/rules/${place}.yaml`,
    title: `Rule set ${place}`,
    titleInSidebar: place,
    description: `What is asked of an assistant under the rule set ${place}: ${duties.length} duties with their sources.`,
    body: [
      `${duties.length} duties, with those of every set that this one extends. Not legal advice.`,
      ...duties.map(dutySection),
      `## Words that tell what it is\n\n${bullets(disclosure.statements)}`,
      `## Titles it may not take\n\n${bullets(identity.forbidden_titles)}`,
    ].join("\n\n"),
    group: "reference",
  };
}

function dutySection(duty: Duty): string {
  const { from, until } = duty.in_force;
  const facts = [
    ["Binds", prose(duty.binds)],
    ["Law", `${prose(duty.law)}, ${prose(duty.section)}`],
    [
      "In force",
      from === null ? "no law: good practice" : `from ${from}${until === null ? "" : ` until ${until}`}`,
    ],
    ["Users", duty.users.replaceAll("_", " ")],
    ["Tested by", describeTest(duty.test)],
    ...(duty.shows === undefined ? [] : [["A transcript shows", prose(duty.shows)]]),
    ["It cannot show", prose(duty.cannot_show)],
    [
      "Source",
      `<${duty.source}>, dated ${duty.source_dated}, looked at ${duty.checked}, ${duty.verification}`,
    ],
    ...(duty.disputed === undefined ? [] : [["Disputed", prose(duty.disputed)]]),
  ];
  return `## ${duty.id}\n\n${prose(duty.text)}\n\n${table(["", ""], facts)}`;
}
