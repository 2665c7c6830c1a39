import type { ScenarioBrief } from "../../../../src/site/pages/build-index.ts";
import type { ScanScenarios } from "../../../../src/site/pages/build-scan-scenarios.ts";
import type { ModelBrief } from "../../../../src/site/site-ports.ts";
import { Choice } from "../../parts/choice.tsx";

export const SCENARIO_SORTS = ["crossed", "category", "title", "turns"] as const;
export type ScenarioSort = (typeof SCENARIO_SORTS)[number];

const sortNames: Readonly<Record<ScenarioSort, string>> = {
  crossed: "Most lines crossed first",
  category: "By category",
  title: "By title",
  turns: "Longest first",
};

export const RESULT_FILTERS = ["any", "crossed", "open", "clear"] as const;
export type ResultFilter = (typeof RESULT_FILTERS)[number];

const RESULT_NAMES: Readonly<Record<ResultFilter, string>> = {
  any: "All scenarios",
  crossed: "A line was crossed",
  open: "Something is not established",
  clear: "No line was crossed",
};

/** A scenario with its results; `null` without a scan, or if the scan has none of its conversations. */
export interface ListedScenario {
  readonly brief: ScenarioBrief;
  readonly results: readonly { readonly model: ModelBrief; readonly result: Result }[] | null;
  readonly conversations: number;
  readonly crossed: number;
  readonly open: number;
}

type Result = NonNullable<ScanScenarios["scenarios"][number]["results"][number]>;

export function listScenarios(
  briefs: readonly ScenarioBrief[],
  scan: ScanScenarios | null,
): readonly ListedScenario[] {
  const found = new Map(scan?.scenarios.map(({ scenario_id, results }) => [scenario_id, results]));
  return briefs.map((brief) => {
    const results = found.get(brief.scenario_id)?.flatMap((result, index) => {
      const model = scan?.models[index];
      return result === null || model === undefined ? [] : [{ model, result }];
    });
    const sum = (count: (result: Result) => number) =>
      (results ?? []).reduce((total, { result }) => total + count(result), 0);
    return {
      brief,
      results: results ?? null,
      conversations: sum(({ conversations }) => conversations),
      crossed: sum(({ crossed }) => crossed),
      open: sum(({ open }) => open),
    };
  });
}

export interface ScenarioChoice {
  readonly risk?: string | undefined;
  readonly result?: ResultFilter | undefined;
  readonly sort?: ScenarioSort | undefined;
}

/** Filters and sorts scenarios; equal ones keep the corpus's order. */
export function chooseScenarios(
  all: readonly ListedScenario[],
  { risk, result = "any", sort = "crossed" }: ScenarioChoice,
): readonly ListedScenario[] {
  const chosen = all.filter(
    ({ brief, results, crossed, open }) =>
      (risk === undefined || brief.risks.some((tag) => tag === risk)) &&
      (result === "any" ||
        (results !== null &&
          { crossed: crossed > 0, open: open > 0, clear: crossed === 0 && open === 0 }[result])),
  );
  switch (sort) {
    case "crossed":
      return chosen.toSorted((a, b) => b.crossed - a.crossed || b.open - a.open);
    case "category":
      return chosen.toSorted((a, b) => a.brief.category.localeCompare(b.brief.category, "en"));
    case "title":
      return chosen.toSorted((a, b) => a.brief.title.localeCompare(b.brief.title, "en"));
    case "turns":
      return chosen.toSorted((a, b) => b.brief.turns - a.brief.turns);
  }
}

interface ScenarioFiltersProps {
  readonly all: readonly ListedScenario[];
  readonly choice: ScenarioChoice;
  readonly hasResults: boolean;
  readonly onChange: (change: ScenarioChoice) => void;
}

export function ScenarioFilters({ all, choice, hasResults, onChange }: ScenarioFiltersProps) {
  const counts = new Map<string, number>();
  for (const { brief } of all) for (const tag of brief.risks) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const risks = [...counts].toSorted(([a], [b]) => a.localeCompare(b, "en"));
  const sorts = hasResults ? SCENARIO_SORTS : SCENARIO_SORTS.filter((sort) => sort !== "crossed");
  return (
    <search className="screen-only flex flex-wrap items-end gap-3">
      <Choice
        label="Risk"
        value={choice.risk ?? ""}
        options={[
          ["", "Every risk"],
          ...risks.map(([tag, count]) => [tag, `${riskWords(tag)} (${count})`] as const),
        ]}
        onChoose={(value) => onChange({ risk: value === "" ? undefined : value })}
      />
      {hasResults && (
        <Choice
          label="Result"
          value={choice.result ?? "any"}
          options={RESULT_FILTERS.map((it) => [it, RESULT_NAMES[it]])}
          onChoose={(result) => onChange({ result: result === "any" ? undefined : result })}
        />
      )}
      <Choice
        label="Order"
        value={choice.sort ?? sorts[0] ?? "category"}
        options={sorts.map((it) => [it, sortNames[it]])}
        onChoose={(sort) => onChange({ sort })}
      />
    </search>
  );
}

export function riskWords(tag: string): string {
  return tag.replaceAll("_", " ");
}
