import { formatQuantity } from "../../../report/format-number.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

interface ServeFlags extends CommonFlags {
  readonly annotators?: readonly string[];
  readonly host?: string;
  readonly port?: number;
}

type Mode = "label" | "adjudicate";

export async function serveBatch(this: BenchContext, flags: ServeFlags, batch: string): Promise<void> {
  await serve(this, flags, batch, "label");
}

export async function adjudicateBatch(this: BenchContext, flags: ServeFlags, batch: string): Promise<void> {
  await serve(this, flags, batch, "adjudicate");
}

async function serve(context: BenchContext, flags: ServeFlags, batch: string, mode: Mode): Promise<void> {
  const { annotators, host, port, ...common } = flags;
  const served = await openBench(context, common).serveReview(batch, {
    mode,
    ...(annotators === undefined ? {} : { annotators }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    signal: context.signal,
  });
  const { batchId, items, links, beyondLoopback } = served;
  if (flags.json) {
    printJson(context, { batch_id: batchId, mode, items, links, beyond_loopback: beyondLoopback });
  } else {
    const width = Math.max(...links.map(({ annotator }) => annotator.length));
    const what = mode === "label" ? "to label" : "that annotators disagree on";
    print(
      context,
      [
        `${batchId}: ${formatQuantity(items, "item")} ${what}.`,
        ...links.map(({ annotator, url }) => `  ${annotator.padEnd(width)}  ${url}`),
        ...(beyondLoopback
          ? [
              "Other machines can reach this. A link's token is all that is asked for: whoever has it labels under that name.",
              "Nothing is encrypted on the way: use it in a network you trust, or behind a proxy that encrypts.",
            ]
          : ["Only this machine can reach this. Give each person their own link."]),
        "Labels are saved as they are made. Ctrl-C ends it.",
      ].join("\n"),
    );
  }
  await served.closed;
}
