import { formatQuantity } from "../../../domain/number-words.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { renderFound } from "../../render/found.ts";

interface FindFlags extends ReadFlags {
  readonly check?: readonly string[];
  readonly verdict?: readonly string[];
  readonly severity?: readonly string[];
  readonly model?: readonly string[];
  readonly scenario?: readonly string[];
  readonly contested: boolean;
  readonly csv: boolean;
}

const MOST_PRINTED = 40;

export async function runFind(
  this: CliContext,
  flags: FindFlags,
  scan: string,
  pattern?: string,
): Promise<void> {
  const found = await openBench(this, flags).find(scan, {
    ...(pattern === undefined ? {} : { pattern }),
    ...(flags.check === undefined ? {} : { checks: flags.check }),
    ...(flags.verdict === undefined ? {} : { verdicts: flags.verdict }),
    ...(flags.severity === undefined ? {} : { severities: flags.severity }),
    ...(flags.model === undefined ? {} : { models: flags.model }),
    ...(flags.scenario === undefined ? {} : { scenarios: flags.scenario }),
    contested: flags.contested,
    signal: this.signal,
  });
  const { rows, counts } = found;
  if (flags.json) printJson(this, { rows, counts });
  else if (flags.csv) this.process.stdout.write(found.csv());
  else {
    const shown = rows.slice(0, MOST_PRINTED);
    const more =
      rows.length > shown.length ? `; the first ${shown.length} are above, --json has them all` : "";
    print(this, [...shown.map(renderFound), `${formatQuantity(rows.length, "row")}${more}.`].join("\n\n"));
  }
}
