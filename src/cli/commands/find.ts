/** find: the command that searches a scan's findings and conversations, by words and by kind. */
import { formatQuantity } from "../../domain/number-words.ts";
import { defined } from "../../kernel/defined.ts";
import { arg, as, command, flag, optional, scanArg } from "../command.ts";
import { resultsFlags } from "../flags.ts";

const MOST_PRINTED = 40;

export const findCommand = command({
  brief: "Find a sentence, or a set of findings, in a finished scan",
  about:
    "Looks through replies, the caregiver's messages, quotes and reasons, and prints a row for each verdict or message with its words, gravest first. * and ? are wildcards in names. The page Find of `view` shows the same.",
  examples: [
    ["20261115-101500-1a2b 'don.t worry'", "Where somebody said so"],
    ["20261115-101500-1a2b --check IB-B2 --verdict FAIL", "All failures of a check"],
  ],
  args: [
    scanArg,
    optional(
      arg(
        "pattern",
        "A regular expression; capitals and kinds of apostrophe do not matter [default: everything]",
      ),
    ),
  ],
  flags: {
    ...resultsFlags,
    check: as("checks", flag.list("ids", "Checks, with commas between them; repeatable")),
    verdict: as(
      "verdicts",
      flag.list(
        "kinds",
        "FAIL, UNCLEAR, PASS, reply, message [default: FAIL and UNCLEAR, with a pattern also reply and message]",
      ),
    ),
    severity: as("severities", flag.list("levels", "S1 to S5; repeatable")),
    model: as("models", flag.list("models", "Assistants; repeatable")),
    scenario: as("scenarios", flag.list("ids", "Scenarios; repeatable")),
    contested: flag.on("Only verdicts that somebody contradicts"),
    csv: flag.on("Print a table for other programs"),
  },
  run: ({ bench, options: { csv: _, ...options } }, scan, pattern) =>
    bench.find(scan, defined({ ...options, pattern })),
  json: ({ rows, counts }) => ({ rows, counts }),
  async text(found, { context, options }) {
    if (options.csv) {
      context.process.stdout.write(found.csv());
      return undefined;
    }
    const { renderFound } = await import("../render/found.ts");
    const { rows } = found;
    const shown = rows.slice(0, MOST_PRINTED);
    const more =
      rows.length > shown.length ? `; the first ${shown.length} are above, --json has them all` : "";
    return [...shown.map(renderFound), `${formatQuantity(rows.length, "row")}${more}.`].join("\n\n");
  },
});
