import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from "@tanstack/react-router";
import { CONTEST_KINDS } from "../../../src/domain/vote-places.ts";
import { chunkPath } from "../../../src/schema/site-paths.ts";
import { FIND_SORTS } from "../../../src/text/find/find-rows.ts";
import { loadChunk, loadIndex } from "../data/load-chunk.ts";
import { LoadBoundary, Loading } from "../parts/load-boundary.tsx";
import { BlindspotsPage } from "./blindspots/blindspots-page.tsx";
import { BOARD_SORTS, GATE_FILTERS } from "./board/board-filters.tsx";
import { BoardPage } from "./board/board-page.tsx";
import { CheckListPage } from "./check/check-list-page.tsx";
import { CheckPage } from "./check/check-page.tsx";
import { ComparePage } from "./compare/compare-page.tsx";
import { ContestedPage } from "./contested/contested-page.tsx";
import { ConversationPage } from "./conversation/conversation-page.tsx";
import { FindPage } from "./find/find-page.tsx";
import { LinePage } from "./line/line-page.tsx";
import { MethodsPage } from "./methods/methods-page.tsx";
import { ModelPage } from "./model/model-page.tsx";
import { readNumber, readOneOf, readString, type SearchInput, validSearch } from "./read-search.ts";
import { RunConversationPage } from "./run/run-conversation-page.tsx";
import { RunListPage } from "./run/run-list-page.tsx";
import { RunPage } from "./run/run-page.tsx";
import { RESULT_FILTERS, SCENARIO_SORTS } from "./scenario/scenario-filters.tsx";
import { BareScenarioListPage, ScenarioListPage } from "./scenario/scenario-list-page.tsx";
import { ScenarioPage } from "./scenario/scenario-page.tsx";
import { AppShell } from "./shell/app-shell.tsx";
import { NotFoundPage, NothingYetPage } from "./shell/empty-pages.tsx";

/**
 * Loads a chunk before showing its page, so that the previous page stays until then. A suspended page would show a
 * loading state, which React keeps for 300 ms however soon the chunk comes. The page that needs the chunk shows errors.
 */
async function fetchAhead(path: string): Promise<void> {
  await loadChunk(path).catch(() => undefined);
}

/** Reloads the index of a changing folder when a page is entered, not while the user stays. */
async function refreshIndex({ cause }: { readonly cause: "enter" | "stay" | "preload" }): Promise<void> {
  if (cause === "enter") await loadIndex().catch(() => undefined);
}

const root = createRootRoute({
  component: () => (
    <LoadBoundary>
      <AppShell />
    </LoadBoundary>
  ),
  notFoundComponent: NotFoundPage,
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  loader: async () => {
    const index = await loadIndex();
    const scan = index.board ?? index.scans[0]?.scan;
    if (scan !== undefined) throw redirect({ to: "/s/$scan", params: { scan }, replace: true });
    if (index.runs.length + index.unreadable.length > 0) throw redirect({ to: "/runs", replace: true });
  },
  component: NothingYetPage,
});

const board = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan",
  validateSearch: (search: SearchInput) =>
    validSearch({
      sort: readOneOf(search, "sort", BOARD_SORTS),
      gate: readOneOf(search, "gate", GATE_FILTERS),
      name: readString(search, "name"),
    }),
  loader: refreshIndex,
  component: BoardPage,
});

const blindspots = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/blindspots",
  validateSearch: (search: SearchInput) =>
    validSearch({ show: readOneOf(search, "show", ["all", "failed"] as const) }),
  component: BlindspotsPage,
});

const contested = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/contested",
  validateSearch: (search: SearchInput) =>
    validSearch({ why: readOneOf(search, "why", CONTEST_KINDS), check: readString(search, "check") }),
  loader: ({ params }) => fetchAhead(chunkPath.contested(params.scan)),
  component: ContestedPage,
});

const model = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/models/$slug",
  validateSearch: (search: SearchInput) =>
    validSearch({
      show: readOneOf(search, "show", ["all", "failed", "hard"] as const),
    }),
  loader: ({ params }) => fetchAhead(chunkPath.model(params.scan, params.slug)),
  component: ModelPage,
});

const conversation = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/conversations/$conversation",
  validateSearch: (search: SearchInput) =>
    validSearch({
      check: readString(search, "check"),
      turn: readNumber(search, "turn"),
      said: readOneOf(search, "said", ["caregiver"] as const),
      set: readString(search, "set"),
      from: readString(search, "from"),
    }),
  loader: ({ params }) => fetchAhead(chunkPath.conversation(params.scan, params.conversation)),
  component: ConversationPage,
});

const checks = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/checks",
  component: CheckListPage,
});

const check = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/checks/$check",
  validateSearch: (search: SearchInput) => validSearch({ model: readString(search, "model") }),
  component: CheckPage,
});

/** Parameters that filter and sort a list of scenarios. */
const scenarioChoice = (search: SearchInput) =>
  validSearch({
    risk: readString(search, "risk"),
    result: readOneOf(search, "result", RESULT_FILTERS),
    sort: readOneOf(search, "sort", SCENARIO_SORTS),
  });

const scenarios = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/scenarios",
  validateSearch: scenarioChoice,
  component: ScenarioListPage,
});

const bareScenarios = createRoute({
  getParentRoute: () => root,
  path: "/scenarios",
  validateSearch: scenarioChoice,
  component: BareScenarioListPage,
});

const scenario = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/scenarios/$scenario",
  validateSearch: (search: SearchInput) =>
    validSearch({
      turn: readNumber(search, "turn"),
      model: readString(search, "model"),
      repeat: readNumber(search, "repeat"),
      twin: readString(search, "twin"),
    }),
  loader: ({ params }) => fetchAhead(chunkPath.answers(params.scan, params.scenario)),
  component: ScenarioPage,
});

const compare = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/compare",
  validateSearch: (search: SearchInput) =>
    validSearch({
      a: readString(search, "a"),
      b: readString(search, "b"),
      scenario: readString(search, "scenario"),
      repeat: readNumber(search, "repeat"),
    }),
  component: ComparePage,
});

const find = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/find",
  validateSearch: (search: SearchInput) =>
    validSearch({
      words: readString(search, "words"),
      check: readString(search, "check"),
      verdict: readString(search, "verdict"),
      severity: readString(search, "severity"),
      model: readString(search, "model"),
      scenario: readString(search, "scenario"),
      contested: readOneOf(search, "contested", ["yes"] as const),
      label: readString(search, "label"),
      sort: readOneOf(search, "sort", FIND_SORTS),
      scans: readString(search, "scans"),
    }),
  component: FindPage,
});

const line = createRoute({
  getParentRoute: () => root,
  path: "/line/$slug",
  validateSearch: (search: SearchInput) =>
    validSearch({ from: readString(search, "from"), to: readString(search, "to") }),
  loader: ({ params }) => fetchAhead(chunkPath.line(params.slug)),
  component: LinePage,
});

const runs = createRoute({
  getParentRoute: () => root,
  path: "/runs",
  loader: refreshIndex,
  component: RunListPage,
});
const run = createRoute({ getParentRoute: () => root, path: "/runs/$run", component: RunPage });
const runConversation = createRoute({
  getParentRoute: () => root,
  path: "/runs/$run/conversations/$conversation",
  loader: ({ params }) => fetchAhead(chunkPath.runConversation(params.run, params.conversation)),
  component: RunConversationPage,
});
const methods = createRoute({ getParentRoute: () => root, path: "/methods", component: MethodsPage });

/** Uses hash history: the page works from a file, a sub-path and any plain file server. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    board,
    blindspots,
    contested,
    model,
    conversation,
    checks,
    check,
    scenarios,
    bareScenarios,
    scenario,
    compare,
    line,
    find,
    runs,
    run,
    runConversation,
    methods,
  ]),
  history: createHashHistory(),
  defaultPreload: false,
  defaultPendingComponent: Loading,
  // `usePlaceMemory` does it instead: a new filter or verdict is not a new page.
  scrollRestoration: () => false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
