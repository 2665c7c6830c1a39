/** What stands where in the list beside every page. A guide that nobody placed is listed under "More". */
import { type Page, slugOf } from "./pages.ts";

interface Group {
  readonly label: string;
  readonly collapsed?: boolean;
  readonly items: readonly (string | Group)[];
}

const TUTORIALS = [
  "tutorials",
  "tutorials/product-team",
  "tutorials/maintainer",
  "tutorials/reader",
  "tutorials/author",
  "tutorials/own-checks",
];

const GUIDES: Readonly<Record<string, readonly string[]>> = {
  "Test a product": [
    "product-endpoints",
    "configuration",
    "gate",
    "releases",
    "import-export",
    "monitor",
    "batches",
    "fleet",
    "library",
  ],
  "Read what was found": ["scoring", "viewer", "find", "evidence", "scorers", "tables", "recorded-runs"],
  "Run a board": ["leaderboard", "disputes", "governance"],
  "Write scenarios": ["authoring", "packs", "packs-hard", "golden-cards", "rules", "simulated-world"],
  "Judges and people": ["calibration", "review", "human-study"],
};
const REFERENCE = ["cli", "errors", "duties", "glossary"];
const START = ["index", "overview", "install", "compares"];
const PROJECT = [
  "benchmark-card",
  "corpus",
  "contributing",
  "code-of-conduct",
  "security",
  "changelog",
  "architecture",
];

export function sidebar(pages: readonly Page[]): readonly Group[] {
  const slugs = pages.map(slugOf);
  const there = (wanted: readonly string[]) => wanted.filter((slug) => slugs.includes(slug));
  const below = (folder: string) => slugs.filter((slug) => slug === folder || slug.startsWith(`${folder}/`));
  const rest = (group: Page["group"]) => {
    const placed = new Set([...START, ...TUTORIALS, ...Object.values(GUIDES).flat(), ...REFERENCE]);
    return pages.filter((page) => page.group === group && !placed.has(slugOf(page))).map(slugOf);
  };
  const folded = (label: string, items: Group["items"]): Group => ({ label, collapsed: true, items });
  const more = rest("guides");
  return [
    { label: "Start", items: there(START) },
    { label: "Tutorials", items: [...there(TUTORIALS), ...rest("tutorials")] },
    ...Object.entries(GUIDES).map(([label, items]) => ({ label, items: there(items) })),
    ...(more.length === 0 ? [] : [{ label: "More", items: more }]),
    { label: "Templates of a study", items: below("templates") },
    {
      label: "Reference",
      items: [
        ...there(REFERENCE),
        folded("Checks", below("checks")),
        folded("Rule sets", below("rule-sets")),
        folded("Schemas", below("schemas")),
        folded("Library", below("library-reference")),
      ],
    },
    { label: "Project", items: [...there(PROJECT), folded("Decisions", below("decisions").toSorted())] },
  ];
}
