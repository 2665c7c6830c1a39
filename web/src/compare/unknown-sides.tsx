interface UnknownSidesProps {
  /** What the address calls a side that nothing here is called; null where it is known. */
  readonly first: string | null;
  readonly second: string | null;
}

/** The address names a side that is not here: which, and what to do. Another pair in its place would be mistaken for it. */
export function UnknownSides({ first, second }: UnknownSidesProps) {
  return (
    <div role="alert" className="reading grid gap-2">
      {first !== null && <p>{`The first side in the address, “${first}”, is not here.`}</p>}
      {second !== null && <p>{`The second side in the address, “${second}”, is not here.`}</p>}
      <p>Choose from the list what to compare instead.</p>
    </div>
  );
}
