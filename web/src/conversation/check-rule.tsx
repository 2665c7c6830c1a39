import { chunkPath } from "../../../src/schema/site-data.ts";
import { useChunk } from "../data/use-chunk.ts";

/** The rule a verdict was given by, what looks like it and is allowed, and where it comes from. */
export function CheckRule({ checkId }: { readonly checkId: string }) {
  const check = useChunk("check", chunkPath.check(checkId));
  return (
    <details>
      <summary>Rule and sources</summary>
      <dl className="mt-2 grid gap-2">
        <div>
          <dt className="label">Fails</dt>
          <dd>{check.fail_rule}</dd>
        </div>
        <div>
          <dt className="label">Passes</dt>
          <dd>{check.pass_rule}</dd>
        </div>
        <div>
          <dt className="label">Looks like it and is allowed</dt>
          <dd>
            <ul className="list-disc ps-5">
              {check.not_a_failure.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt className="label">Sources</dt>
          <dd>
            <ul className="list-disc ps-5">
              {check.sources.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </details>
  );
}
