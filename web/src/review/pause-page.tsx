import { PageHeading } from "../layout/page-heading.tsx";
import { formatQuantity } from "../words/format-number.ts";

interface PausePageProps {
  readonly unsentItems: number;
  readonly onResume: () => void;
}

/** Nothing of any conversation is on it. */
export function PausePage({ unsentItems, onResume }: PausePageProps) {
  return (
    <div className="reading grid gap-5">
      <PageHeading name="Paused">Paused</PageHeading>
      <p>
        {unsentItems === 0
          ? "Everything you did is saved."
          : `What you did on ${formatQuantity(unsentItems, "item")} is not saved yet. It is kept in this browser and sent as soon as that can be done.`}{" "}
        Look away from the screen, move, drink something, talk to somebody. There is no hurry, and you need
        not come back to it today.
      </p>
      <p>
        <button type="button" className="control primary" onClick={onResume}>
          Go on
        </button>
      </p>
    </div>
  );
}
