import { BenchError } from "../kernel/bench-error.ts";

/** The web page that reports and the viewer are made with has not been built. */
export class PageMissingError extends BenchError {
  readonly code = "IB_NO_PAGE";

  constructor(path: string) {
    super(`The web page has not been built: there is no ${path}.`, {
      hint: "Build it with `npm run build:web`. Results are complete without it; `invisiblebench report` renders them then.",
    });
  }
}
