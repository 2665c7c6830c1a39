/** Every check with its whole text: what is asked, what passes, what fails, and the words the judge gets. */
import type { Corpus } from "../../src/corpus/corpus.ts";
import { compareCheckIds, DIMENSIONS, dimensionTitle, formatName } from "../../src/domain/dimensions.ts";
import type { Check } from "../../src/schema/corpus/check.ts";
import { bullets, fenced, prose, table } from "./markdown.ts";
import type { Page } from "./pages.ts";

export function checkPages({ checks, version }: Pick<Corpus, "checks" | "version">): readonly Page[] {
  const all = [...checks.values()].toSorted((a, b) => compareCheckIds(a.id, b.id));
  return [indexPage(all, version), ...all.map(checkPage)];
}

function indexPage(checks: readonly Check[], version: string): Page {
  const sections = DIMENSIONS.map((dimension) => {
    const rows = checks
      .filter(({ primary_bucket }) => primary_bucket === dimension)
      .map((check) => [`[${titleOf(check)}](checks/${check.id}.yaml)`, check.severity, prose(check.summary)]);
    return `## ${dimensionTitle(dimension)}\n\n${table(["check", "severity", "a failure, in a sentence"], rows)}`;
  });
  return {
    source: "benchmark/checks",
    title: "Checks",
    titleInSidebar: "All checks",
    description: `The ${checks.length} checks of corpus ${version}, each with its whole text.`,
    body: `${checks.length} checks of corpus ${version}. Each asks one question of a conversation. A failure of severity S5 or S4_GATE is a hard fail: see [how scoring works](../docs/scoring.md). None is calibrated against people's labels yet ([calibration](../docs/calibration.md)).\n\n${sections.join("\n\n")}`,
    group: "reference",
  };
}

const titleOf = ({ id, name }: Check) => `${id} ${formatName(name)}`;

function checkPage(check: Check): Page {
  const { routing } = check;
  const lexicon = "deterministic_precheck" in routing ? routing.deterministic_precheck : undefined;
  const facts = [
    ["Dimension", dimensionTitle(check.primary_bucket)],
    ["Severity", check.severity],
    ["Fails by", check.fails_by],
    ["Asked of scenarios tagged", check.eligibility.scenario_tags_any.map((tag) => `\`${tag}\``).join(", ")],
    ["Decided by", `\`${routing.route}\`, ${routing.unit_of_analysis.replaceAll("_", " ")}`],
    ["Votes", String(routing.repetitions)],
    ...(lexicon === undefined ? [] : [["Lexicon", `\`${lexicon}\``]]),
    ["Version", check.version],
  ];
  const title = titleOf(check);
  return {
    source: `benchmark/checks/${check.id}.yaml`,
    title,
    description: check.summary,
    body: [
      prose(check.summary),
      table(["", ""], facts),
      `## What passes\n\n${prose(check.pass_rule)}`,
      `## What fails\n\n${prose(check.fail_rule)}`,
      `## What is no failure\n\n${bullets(check.not_a_failure)}`,
      `## What good looks like\n\n${prose(check.good_complement)}`,
      `## What the caregiver has of it\n\n${prose(check.caregiver_benefit)}`,
      `## Grounds\n\n${bullets(check.source_grounding)}`,
      ...(check.prompt === undefined ? [] : [`## What the judge is asked\n\n${fenced(check.prompt.trim())}`]),
      `All checks: [the list](../checks/).`,
    ].join("\n\n"),
    group: "reference",
  };
}
