import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { formatError } from "../../format-error.ts";
import { openBench } from "../../open-bench.ts";
import { openInBrowser } from "../../open-in-browser.ts";
import { print, printJson } from "../../print.ts";

export interface ViewFlags extends ReadFlags {
  readonly port?: number;
  readonly open: boolean;
}

export async function view(this: BenchContext, flags: ViewFlags, directory?: string): Promise<void> {
  const { url, closed } = await openBench(this, flags).view(
    {
      ...(directory === undefined ? {} : { directory }),
      ...(flags.port === undefined ? {} : { port: flags.port }),
      onError: (error) => this.process.stderr.write(`${formatError(error)}\n`),
    },
    this.signal,
  );
  if (flags.json) printJson(this, { url });
  else print(this, `${url}\nStop with Ctrl-C.`);
  if (flags.open) openInBrowser(url);
  await closed;
}
