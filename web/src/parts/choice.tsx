interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, name: string, isDisabled?: boolean])[];
  readonly onChoose: (value: Value) => void;
}

/** A list to choose one thing from, below its label. */
export function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <label className="grid gap-1">
      <span className="label">{label}</span>
      <select
        className="control"
        value={value}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex]?.[0];
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {options.map(([option, name, isDisabled = false]) => (
          <option key={`${option} ${name}`} value={option} disabled={isDisabled}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
