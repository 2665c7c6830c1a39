import { useState } from "react";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const KEY = "invisiblebench-theme";

/** Reads the saved theme; `auto` follows the system. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? "auto";
  } catch {
    // The browser may forbid storage, as for some pages opened from a file.
    return "auto";
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

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
