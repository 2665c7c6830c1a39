import { useId } from "react";

interface ProgressBarProps {
  readonly name: string;
  readonly done: number;
  readonly of: number;
  readonly note?: string;
}

export function ProgressBar({ name, done, of, note = "" }: ProgressBarProps) {
  const id = useId();
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(8rem,12rem)_1fr_auto] items-center gap-4 text-sm">
      <label htmlFor={id}>
        <bdi>{name}</bdi>
      </label>
      <progress id={id} className="bar" value={Math.min(done, of)} max={Math.max(1, of)} />
      <span className="tabular-nums">
        {done} of {of}
        {note !== "" && `, ${note}`}
      </span>
    </div>
  );
}
