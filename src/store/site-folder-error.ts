import { BenchError } from "../kernel/bench-error.ts";

/** A folder for a site holds something that is not a site. */
export class SiteFolderError extends BenchError {
  readonly code = "IB_SITE_FOLDER";

  constructor(folder: string) {
    super(`${folder} is not empty and holds no site.`, {
      hint: "Name an empty or a new folder; only an older site is replaced.",
    });
  }
}
