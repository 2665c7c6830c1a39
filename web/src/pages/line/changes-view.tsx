import { QUALITY_DIMENSIONS } from "../../../../src/domain/dimensions.ts";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { Change, SiteChanges } from "../../../../src/site/build-changes.ts";
import type { LineRelease, SiteLine } from "../../../../src/site/build-line.ts";
import { useChunk } from "../../data/use-chunk.ts";
import { Fold } from "../../parts/boxes.tsx";
import { describeComparison, describeDifference } from "../../words/describe-results.ts";
import { nameReleases } from "../../words/names.ts";
import { ChangeItem } from "./change-item.tsx";

interface ChangesViewProps {
  readonly line: SiteLine;
  readonly before: LineRelease;
  readonly after: LineRelease;
}

const SHOWN_AT_ONCE = 5;
const DRAWN: readonly string[] = ["hard_fail", ...QUALITY_DIMENSIONS];

const GROUPS = {
  new: {
    title: "New",
    note: "Fails now, and did not before.",
    none: "Nothing fails that did not fail before.",
  },
  open: {
    title: "Failed before, not established now",
    note: "The new verdict is undecided, or nobody asked again. This is no improvement.",
    none: null,
  },
  still: { title: "Still there", note: "Failed before, and fails now.", none: null },
  gone: {
    title: "Gone",
    note: "Failed before; now every conversation passed, or all replies were searched and nothing of the kind was found.",
    none: "Nothing that failed before has gone.",
  },
} as const satisfies Readonly<
  Record<Change["kind"], { readonly title: string; readonly note: string; readonly none: string | null }>
>;

/** Changes between two releases: the result, and each failure that came, stayed or went, most severe first. */
export function ChangesView({ line: { slug, releases }, before, after }: ChangesViewProps) {
  const path = chunkPath.changes({ scan: before.scan, slug }, { scan: after.scan, slug });
  const changes = useChunk(path);
  const called = nameReleases(releases);
  const names = {
    a: called.get(before.scan)?.short ?? before.scan,
    b: called.get(after.scan)?.short ?? after.scan,
  };
  return (
    <div className="grid gap-8">
      <Answer changes={changes} names={names} />
      {(["new", "open", "still", "gone"] as const).map((kind) => (
        <ChangeGroup
          key={kind}
          kind={kind}
          changes={changes.changes.filter((change) => change.kind === kind)}
          comparison={changes}
          names={names}
        />
      ))}
    </div>
  );
}

interface Names {
  readonly a: string;
  readonly b: string;
}

interface AnswerProps {
  readonly changes: SiteChanges;
  readonly names: Names;
}

/** Sums up the changes in a sentence, then by measure. Then it names other differences between the releases' scans. */
function Answer({ changes: { measures, unlike, left_out, changes }, names }: AnswerProps) {
  const count = (kind: Change["kind"]) => changes.filter((change) => change.kind === kind).length;
  const left = left_out.a.length + left_out.b.length;
  return (
    <div className="reading grid gap-3">
      <p className="text-lg">
        {`From ${names.a} to ${names.b}: ${describeComparison(measures, names.a, names.b)}.`}
      </p>
      <p>
        {`${formatQuantity(count("new"), "new failure")}, ${count("still")} still there, ${count("gone")} gone`}
        {count("open") > 0 && `, ${count("open")} not established any more`}.
      </p>
      <ul className="grid gap-1 text-sm">
        {measures
          .filter(({ measure }) => DRAWN.includes(measure))
          .map((measure) => (
            <li key={measure.measure}>
              <span className="label">{measure.name}</span> {describeDifference(measure, names.a, names.b)}
            </li>
          ))}
      </ul>
      {unlike.length > 0 && (
        <p role="note" className="text-unclear">
          {`The two were not made alike: they differ in ${unlike.join(", ")}. What changed need not be the assistant’s doing.`}
        </p>
      )}
      {left > 0 && (
        <p role="note">{`Over the checks that both scans asked: ${formatQuantity(left, "check")} that only one asked ${left === 1 ? "is" : "are"} left out.`}</p>
      )}
    </div>
  );
}

interface ChangeGroupProps {
  readonly kind: Change["kind"];
  readonly changes: readonly Change[];
  readonly comparison: SiteChanges;
  readonly names: Names;
}

function ChangeGroup({ kind, changes, comparison, names }: ChangeGroupProps) {
  const { title, note, none } = GROUPS[kind];
  if (changes.length === 0 && none === null) return null;
  const item = (change: Change) => (
    <ChangeItem
      key={`${change.scenario_id} ${change.mode_id}`}
      change={change}
      comparison={comparison}
      names={names}
    />
  );
  const hidden = changes.slice(SHOWN_AT_ONCE);
  return (
    <section aria-labelledby={`changes-${kind}`}>
      <h3 id={`changes-${kind}`}>{changes.length === 0 ? title : `${title}: ${changes.length}`}</h3>
      <p className="text-sm text-quiet">{changes.length === 0 ? none : note}</p>
      {changes.slice(0, SHOWN_AT_ONCE).map(item)}
      {hidden.length > 0 && (
        <>
          {/* Hundreds of exchanges are too long to print. */}
          <div className="screen-only">
            <Fold summary={`${hidden.length} more`}>{() => hidden.map(item)}</Fold>
          </div>
          <p className="print-only">{`${hidden.length} more on the page.`}</p>
        </>
      )}
    </section>
  );
}
