import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from "@tanstack/react-router";
import { chunkPath, type SiteChunk } from "../../src/schema/site-data.ts";
import { BlindspotsPage } from "./blindspots/blindspots-page.tsx";
import { GATE_FILTERS } from "./board/board-filters.tsx";
import { BoardPage } from "./board/board-page.tsx";
import { BOARD_SORTS } from "./board/sort-models.ts";
import { CheckListPage } from "./check/check-list-page.tsx";
import { CheckPage } from "./check/check-page.tsx";
import { ComparePage } from "./compare/compare-page.tsx";
import { ConversationPage } from "./conversation/conversation-page.tsx";
import { loadChunk } from "./data/load-chunk.ts";
import { AppShell } from "./layout/app-shell.tsx";
import { LoadBoundary } from "./layout/load-boundary.tsx";
import { Loading } from "./layout/loading.tsx";
import { NotFoundPage } from "./layout/not-found-page.tsx";
import { MethodsPage } from "./methods/methods-page.tsx";
import { ModelPage } from "./model/model-page.tsx";
import { readNumber, readOneOf, readString, type SearchInput, withoutMissing } from "./read-search.ts";
import { RunListPage } from "./run/run-list-page.tsx";
import { RunPage } from "./run/run-page.tsx";
import { ScenarioListPage } from "./scenario/scenario-list-page.tsx";
import { ScenarioPage } from "./scenario/scenario-page.tsx";

/**
 * The page before stays until the chunk is here. A page that suspends instead shows that it is loading, and React keeps
 * that on screen for 300 ms however soon the chunk comes. What goes wrong is told by the page that asks for the chunk.
 */
async function fetchAhead(path: string): Promise<void> {
  await loadChunk(path).catch(() => undefined);
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
    // The index chunk is written from this schema.
    const index = (await loadChunk(chunkPath.index())) as SiteChunk<"index">;
    const scan = index.board ?? index.scans[0]?.scan;
    if (scan !== undefined) throw redirect({ to: "/s/$scan", params: { scan }, replace: true });
    throw redirect({ to: index.runs.length > 0 ? "/runs" : "/methods", replace: true });
  },
});

const board = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan",
  validateSearch: (search: SearchInput) =>
    withoutMissing({
      sort: readOneOf(search, "sort", BOARD_SORTS),
      gate: readOneOf(search, "gate", GATE_FILTERS),
      name: readString(search, "name"),
    }),
  component: BoardPage,
});

const blindspots = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/blindspots",
  validateSearch: (search: SearchInput) =>
    withoutMissing({ show: readOneOf(search, "show", ["all", "failed"] as const) }),
  component: BlindspotsPage,
});

const model = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/models/$slug",
  validateSearch: (search: SearchInput) =>
    withoutMissing({
      show: readOneOf(search, "show", ["all", "failed", "hard"] as const),
    }),
  loader: ({ params }) => fetchAhead(chunkPath.model(params.scan, params.slug)),
  component: ModelPage,
});

const conversation = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/conversations/$conversation",
  validateSearch: (search: SearchInput) =>
    withoutMissing({ check: readString(search, "check"), turn: readNumber(search, "turn") }),
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
  validateSearch: (search: SearchInput) => withoutMissing({ model: readString(search, "model") }),
  component: CheckPage,
});

const scenarios = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/scenarios",
  component: ScenarioListPage,
});

const scenario = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/scenarios/$scenario",
  component: ScenarioPage,
});

const compare = createRoute({
  getParentRoute: () => root,
  path: "/s/$scan/compare",
  validateSearch: (search: SearchInput) =>
    withoutMissing({
      a: readString(search, "a"),
      b: readString(search, "b"),
      scenario: readString(search, "scenario"),
      repeat: readNumber(search, "repeat"),
    }),
  component: ComparePage,
});

const runs = createRoute({ getParentRoute: () => root, path: "/runs", component: RunListPage });
const run = createRoute({ getParentRoute: () => root, path: "/runs/$run", component: RunPage });
const methods = createRoute({ getParentRoute: () => root, path: "/methods", component: MethodsPage });

/** Hash history: the page works from a file, a sub-path and any plain file server. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    board,
    blindspots,
    model,
    conversation,
    checks,
    check,
    scenarios,
    scenario,
    compare,
    runs,
    run,
    methods,
  ]),
  history: createHashHistory(),
  defaultPreload: false,
  defaultPendingComponent: Loading,
  // `useScrollMemory` knows better: a new filter or verdict is no new page.
  scrollRestoration: () => false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
