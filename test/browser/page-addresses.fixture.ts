import type { ViewedResults } from "./viewed-results.fixture.ts";

/** Every kind of page with content, and the page for an unknown address. */
export async function pageAddresses(viewed: ViewedResults): Promise<Readonly<Record<string, string>>> {
  const { scans, checks, scenarios, runs } = await viewed.index();
  const [scan] = scans;
  const [a, b] = scan?.models ?? [];
  if (scan === undefined || a === undefined || b === undefined)
    throw new Error("there is nothing to look at");
  const scenario = scenarios.find(({ scenario_id }) => scenario_id === "safety_crisis_bin_days_001");
  const at = `#/s/${scan.scan}`;
  const sides = `a=${scan.scan}@${a.slug}&b=${scan.scan}@${b.slug}`;
  const conversation = `${a.slug}__${scenario?.scenario_id}.r1`;
  return {
    board: at,
    "blind spots": `${at}/blindspots`,
    contested: `${at}/contested`,
    model: `${at}/models/${a.slug}`,
    conversation: `${at}/conversations/${conversation}`,
    find: `${at}/find`,
    "found words": `${at}/find?words=you&verdict=FAIL,PASS,reply,message`,
    "nothing found": `${at}/find?words=nobody-says-this&check=IB-A1`,
    "conversation of a set": `${at}/conversations/${conversation}?turn=1&set=words%3Dyou`,
    checks: `${at}/checks`,
    check: `${at}/checks/${checks[0]?.mode_id}`,
    scenarios: `${at}/scenarios`,
    scenario: `${at}/scenarios/${scenario?.scenario_id}`,
    "scenario beside its twin": `${at}/scenarios/${scenario?.scenario_id}?turn=5&twin=${scenario?.scenario_id}__cue_explicit`,
    compare: `${at}/compare?${sides}`,
    "compared conversation": `${at}/compare?${sides}&scenario=${scenario?.scenario_id}`,
    "unknown sides": `${at}/compare?a=nobody&b=nothing`,
    "unknown scan": "#/s/nothing/blindspots",
    line: `#/line/${a.slug}`,
    runs: "#/runs",
    run: `#/runs/${runs[0]?.run_id}`,
    "conversation of a run": `#/runs/${runs[0]?.run_id}/conversations/${conversation}`,
    methods: "#/methods",
    "scenarios without a scan": "#/scenarios",
    "missing page": "#/nowhere",
  };
}
