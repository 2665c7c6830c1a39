import type { SiteComparison } from "../../../../src/site/build-comparison.ts";
import { useCheckBrief } from "../../data/use-chunk.ts";
import { ScrollBox } from "../../parts/boxes.tsx";
import { CheckLink, ConversationLink } from "../../parts/links.tsx";
import { formatCell } from "../../words/describe-results.ts";
import { severityWords } from "../../words/verdict-words.ts";
import type { Sides } from "./sides.tsx";

type ComparedCheck = SiteComparison["checks"][number];

interface ComparedChecksProps {
  readonly comparison: SiteComparison;
  readonly names: Sides;
}

/** Table of the checks that only one side failed, in the same scenario. */
export function ComparedChecks({ comparison, names }: ComparedChecksProps) {
  const { a, checks } = comparison;
  const flipped = checks.filter(({ only_a_failed, only_b_failed }) => only_a_failed + only_b_failed > 0);
  return (
    <section aria-labelledby="checks" className="grid gap-3">
      <h2 id="checks">Checks that flipped</h2>
      {flipped.length === 0 && <p>No check failed for one and not for the other.</p>}
      {flipped.length > 0 && (
        <ScrollBox name="Table of flipped checks">
          <table className="table stacks text-sm">
            <caption>Numbers of conversations, each repeat counted; gravest first</caption>
            <thead>
              <tr>
                <th scope="col">Check</th>
                <th scope="col">
                  Only <bdi>{names.a}</bdi> failed
                </th>
                <th scope="col">
                  Only <bdi>{names.b}</bdi> failed
                </th>
                <th scope="col">Failed in all</th>
              </tr>
            </thead>
            <tbody>
              {flipped.map((check) => (
                <tr key={check.mode_id}>
                  <th scope="row">
                    <CheckLink scan={a.scan} checkId={check.mode_id} named />
                    <Severity checkId={check.mode_id} />
                  </th>
                  <td data-label={`Only ${names.a} failed`}>
                    <Flips flips={check.only_a_failed} finding={check.a_finding} />
                  </td>
                  <td data-label={`Only ${names.b} failed`}>
                    <Flips flips={check.only_b_failed} finding={check.b_finding} />
                  </td>
                  <td data-label="Failed in all">
                    {formatCell(check.a)} and {formatCell(check.b)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}

function Severity({ checkId }: { readonly checkId: string }) {
  const check = useCheckBrief(checkId);
  return check && <span className="block text-xs text-quiet">{severityWords[check.severity]}</span>;
}

function Flips({ flips, finding }: { readonly flips: number; readonly finding: ComparedCheck["a_finding"] }) {
  return (
    <>
      <span className="me-2 inline-flex items-center gap-2">
        <span className="inline-block w-5 text-end">{flips}</span>
        <svg width="60" height="10" aria-hidden="true" className="text-fail">
          <rect width={Math.min(60, flips * 3)} height="10" fill="currentColor" />
        </svg>
      </span>
      {flips > 0 && finding !== null && (
        <ConversationLink scan={finding.scan} conversation={finding.conversation} checkId={finding.mode_id}>
          read one
        </ConversationLink>
      )}
    </>
  );
}
