interface TakeBackProps {
  /** For those who do not see what it stands beside. */
  readonly what: string;
  readonly onTakeBack: () => void;
}

/** A choice made by mistake need not stay one. */
export function TakeBack({ what, onTakeBack }: TakeBackProps) {
  return (
    <button type="button" className="ms-3 min-h-6 font-normal underline" onClick={onTakeBack}>
      Clear<span className="sr-only"> {what}</span>
    </button>
  );
}
