import type { SupportResource } from "../../../src/schema/review-batch.ts";
import { describeContact, supportRegions } from "./support-region.ts";

/** Whom to turn to, by country. */
export function SupportList({ resources }: { readonly resources: readonly SupportResource[] }) {
  return (
    <dl className="support">
      {supportRegions(resources).map(({ name, resources: here }) => (
        <div key={name}>
          <dt className="label">{name}</dt>
          {here.map((resource) => (
            <dd key={resource.name}>
              {resource.name}: <strong>{describeContact(resource)}</strong>
            </dd>
          ))}
        </div>
      ))}
      <div>
        <dt className="label">Anywhere else</dt>
        <dd>
          <strong>findahelpline.com</strong> has lines for most countries.
        </dd>
      </div>
    </dl>
  );
}
