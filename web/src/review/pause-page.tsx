import { PageHeading } from "../layout/page-heading.tsx";

/** Nothing of any conversation is on it. */
export function PausePage({ onResume }: { readonly onResume: () => void }) {
  return (
    <div className="reading grid gap-5">
      <PageHeading name="Paused">Paused</PageHeading>
      <p>
        Everything you did is saved. Look away from the screen, move, drink something, talk to somebody. There
        is no hurry, and you need not come back to it today.
      </p>
      <p>
        <button type="button" className="control primary" onClick={onResume}>
          Go on
        </button>
      </p>
    </div>
  );
}
