import { useState } from "react";
import { applyTheme, readTheme, THEMES, type Theme } from "./theme.ts";

const NAMES: Readonly<Record<Theme, string>> = { auto: "System", light: "Light", dark: "Dark" };

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <label className="flex items-center gap-2 text-sm">
      <span className="sr-only">Colours</span>
      <select
        className="control text-sm"
        value={theme}
        onChange={({ target }) => {
          const chosen = THEMES.find((name) => name === target.value) ?? "auto";
          applyTheme(chosen);
          setTheme(chosen);
        }}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {NAMES[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
