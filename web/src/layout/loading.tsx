export function Loading() {
  return (
    <p role="status" className="py-10 text-quiet">
      Loading…
    </p>
  );
}
