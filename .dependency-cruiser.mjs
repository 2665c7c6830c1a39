import { builtinModules } from "node:module";

// The layer rules of ARCHITECTURE.md. `npm run layers` runs them together with a canary that proves they are on.
const STAGES = [
  "plan-run",
  "harness",
  "plan-scan",
  "verify",
  "score",
  "publish",
  "calibrate",
  "review",
  "exchange",
  "monitor",
];
const EDGES = ["corpus", "providers", "executor", "fleet", "store"];
const stage = `^src/(${STAGES.join("|")})/`;
const TEST = "\\.(test|contract|fixture)\\.ts$";
// A reachability rule knows paths only, and the path of a built-in module is its name.
const NODE = `^(node:)?(${builtinModules.map((name) => name.replace("node:", "")).join("|")})$`;

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Move what both need into a file of its own.",
      from: {},
      to: { circular: true },
    },
    {
      name: "kernel-is-the-ground",
      severity: "error",
      comment: "kernel/ knows nothing of the benchmark; move the idea up to schema/ or text/.",
      from: { path: "^src/kernel/" },
      to: { path: "^src/", pathNot: "^src/kernel/" },
    },
    {
      name: "schema-is-a-leaf",
      severity: "error",
      comment: "schema/ is shared with the browser; move logic to a stage.",
      from: { path: "^src/schema/", pathNot: TEST },
      to: { path: "^src/", pathNot: "^src/(schema|kernel)/" },
    },
    {
      name: "schema-and-domain-run-in-a-browser",
      severity: "error",
      comment: "schema/, domain/, figures/, text/find/ and the files they use must not need Node.",
      from: { path: "^src/(schema|domain|figures|text/find)/", pathNot: TEST },
      to: { path: NODE, reachable: true },
    },
    {
      name: "domain-knows-artefacts-only",
      severity: "error",
      comment: "domain/ is what the trade knows about artefacts: it sees kernel/ and schema/.",
      from: { path: "^src/domain/", pathNot: TEST },
      to: { path: "^src/", pathNot: "^src/(kernel|schema|domain)/" },
    },
    {
      name: "text-and-stats-are-pure",
      severity: "error",
      comment: "text/ and stats/ see kernel/, schema/ and domain/ only.",
      from: { path: "^src/(text|stats)/", pathNot: TEST },
      to: { path: "^src/", pathNot: "^src/(kernel|schema|domain|text|stats)/" },
    },
    {
      name: "measure-counts-artefacts",
      severity: "error",
      comment:
        "measure/ turns scorecards, rows and journal lines into numbers; it sees no edge and no stage.",
      from: { path: "^src/measure/", pathNot: TEST },
      to: { path: "^src/", pathNot: "^src/(kernel|schema|domain|stats|measure)/" },
    },
    {
      name: "pure-rooms-do-no-io",
      severity: "error",
      comment: "Let the caller read, wait or draw, and pass the result in.",
      from: { path: "^src/(domain|text|stats|measure|figures|tables)/", pathNot: TEST },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "figures-draw-what-they-are-given",
      severity: "error",
      comment:
        "figures/ turns numbers into pictures, in Node and on the page: it sees kernel/, schema/ and domain/.",
      from: { path: "^src/figures/", pathNot: TEST },
      to: { path: "^src/", pathNot: "^src/(kernel|schema|domain|figures)/" },
    },
    {
      name: "sub-folders-are-private",
      severity: "error",
      comment: "From outside one imports a room's own files; move what others need up into one of them.",
      from: { path: "^(?:src|web/src)/([^/]+)/", pathNot: TEST },
      to: {
        path: "^src/(?!schema/|text/|site/pages/)[^/]+/[^/]+/|^web/src/(?!pages/)[^/]+/[^/]+/",
        pathNot: "^(?:src|web/src)/$1/",
      },
    },
    {
      name: "builders-are-private",
      severity: "error",
      comment: "site/pages/ is private to site/; the page alone takes types from there.",
      from: { path: "^src/", pathNot: `^src/site/|${TEST}` },
      to: { path: "^src/site/pages/" },
    },
    {
      name: "root-files-use-doors",
      severity: "error",
      comment:
        "index.ts and pipeline.ts, too, import a room's own files; index.ts names the types of all of api/.",
      from: { path: "^src/[^/]+$" },
      to: { path: "^src/(?!schema/|text/|api/)[^/]+/[^/]+/" },
    },
    {
      name: "pages-are-private",
      severity: "error",
      comment: "What two pages share belongs in web/src/parts/.",
      from: { path: "^web/src/pages/([^/]+)/", pathNot: TEST },
      to: { path: "^web/src/pages/[^/]+/", pathNot: "^web/src/pages/$1/" },
    },
    {
      name: "edges-do-not-know-stages",
      severity: "error",
      comment: "A port or adapter serves the stages; pass what it needs as an argument.",
      from: { path: `^src/(${EDGES.join("|")})/`, pathNot: TEST },
      to: { path: `${stage}|^src/(pipeline|transcript-work|index|report|site|server|cli)` },
    },
    {
      name: "edges-do-not-know-each-other",
      severity: "error",
      comment: "Ports meet in the stages that use them.",
      from: { path: `^src/(${EDGES.join("|")})/`, pathNot: TEST },
      to: { path: `^src/(${EDGES.join("|")})/`, pathNot: "^src/$1/" },
    },
    {
      name: "stages-meet-only-in-pipeline",
      severity: "error",
      comment: "Pass an artefact instead, or move the shared idea to schema/, text/ or kernel/.",
      from: { path: stage },
      to: { path: stage, pathNot: "^src/$1/" },
    },
    {
      name: "only-pipeline-and-index-import-stages",
      severity: "error",
      comment:
        "src/pipeline.ts joins stages, src/transcript-work.ts for one transcript; src/api/ may offer one that stands alone, loaded on use.",
      from: {
        path: "^src/",
        pathNot: `${stage}|^src/(pipeline|transcript-work|index|errors-door)\\.ts$|^src/api/|${TEST}`,
      },
      to: { path: stage },
    },
    {
      name: "api-runs-the-pipeline-as-a-whole",
      severity: "error",
      comment: "From a scenario to a scorecard the way leads through src/pipeline.ts.",
      from: { path: "^src/api/", pathNot: TEST },
      to: { path: "^src/(plan-run|harness|plan-scan|verify|score)/" },
    },
    {
      name: "report-renders-finished-artefacts",
      severity: "error",
      comment: "report/ and tables/ are pure: artefacts in, text or bytes out.",
      from: { path: "^src/(report|tables)/", pathNot: TEST },
      to: { path: "^src/", pathNot: "^src/(kernel|schema|domain|text|stats|measure|figures|report|tables)/" },
    },
    {
      name: "site-renders-finished-artefacts",
      severity: "error",
      comment: "site/ is pure: artefacts in, chunks out; what it reads comes in as an argument.",
      from: { path: "^src/site/", pathNot: TEST },
      to: {
        path: "^src/",
        pathNot: "^src/(kernel|schema|domain|text|stats|measure|figures|tables|report|site)/",
      },
    },
    {
      name: "server-serves-a-site",
      severity: "error",
      comment: "server/ answers requests with what it is given; reading results is src/api's part.",
      from: { path: "^src/server/", pathNot: TEST },
      to: { path: "^src/", pathNot: "^src/(kernel|schema|domain|site|server)/" },
    },
    {
      name: "web-knows-schema-domain-and-figures-only",
      severity: "error",
      comment:
        "The page gets JSON; what it means is in src/schema and src/domain, how it is drawn in src/figures and searched in src/text/find, and everything else runs elsewhere.",
      from: { path: "^web/" },
      to: { path: "^src/", pathNot: "^src/(schema|domain|figures|text/find|site)/" },
    },
    {
      name: "web-takes-types-from-site",
      severity: "error",
      comment: "Builders run elsewhere; the page knows the types of what they make: `import type`.",
      from: { path: "^web/" },
      to: { path: "^src/site/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "cli-uses-the-public-api",
      severity: "error",
      comment:
        "cli/ may render (report/) and count (measure/); everything else index.ts must offer, or it does not belong in cli/.",
      from: { path: "^src/cli/", pathNot: TEST },
      to: { path: "^src/", pathNot: "^src/(cli|schema|domain|measure|kernel|report)/|^src/index\\.ts$" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    parser: "swc",
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
