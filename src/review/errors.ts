import { BenchError, ExitCode } from "../kernel/errors.ts";

/** Labels were made of other verdicts than those of the scan they are to be applied to. */
export class OtherScanLabelledError extends BenchError {
  readonly code = "IB_OTHER_SCAN_LABELLED";

  constructor(key: string, scan: string, drawnFrom: string) {
    super(`${key} is the key of a batch that was not drawn from ${scan}.`, {
      hint: `It was drawn from ${drawnFrom}: name that scan, as it was then.`,
    });
  }
}

/** A label is about a verdict that is in none of the batches whose keys were given. */
export class LabelOutsideBatchError extends BenchError {
  readonly code = "IB_LABEL_OUTSIDE_BATCH";

  constructor(item: string, place: string) {
    super(`${place}: no batch that was named has an item ${item}.`, {
      hint: "The key of each batch has to lie beside its label file, or be named with `keyFiles`.",
    });
  }
}

/** No verdict was labelled alike by two people, or decided by an adjudicator. */
export class NothingDecidedError extends BenchError {
  readonly code = "IB_NOTHING_DECIDED";
  override readonly exitCode = ExitCode.incomplete;

  constructor(counts: { readonly alone: number; readonly disputed: number }) {
    super(
      `People decided no verdict: ${counts.alone} have one person's label, ${counts.disputed} are disputed.`,
      {
        hint: 'Two people have to label the same items; where they differ a third decides: `bench.review.serve(batch, { mode: "adjudicate" })`, then merge again and name the file of decisions too.',
      },
    );
  }
}

/** A scan has verdicts of people in it, where those of a judge alone are asked for. */
export class DecidedByPeopleError extends BenchError {
  readonly code = "IB_DECIDED_BY_PEOPLE";

  constructor(scan: string, source: string) {
    super(`People decided some verdicts of ${scan}, so that it says nothing of its judge.`, {
      hint: `Name the scan that it comes from, ${source}, and all label files that are to count.`,
    });
  }
}

/** A scan of that name is already there, and comes of something else. */
export class ScanNameTakenError extends BenchError {
  readonly code = "IB_SCAN_NAME_TAKEN";

  constructor(name: string) {
    super(`There is a scan ${name} already, and it comes of other verdicts or labels.`, {
      hint: "Give it another name, or leave the name out.",
    });
  }
}
