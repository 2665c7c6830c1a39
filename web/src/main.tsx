import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ChunkError } from "./data/errors.ts";
import { router } from "./pages/router.tsx";
import { applyTheme, readTheme } from "./parts/theme.tsx";
import "./styles/main.css";

applyTheme(readTheme());
const place = document.getElementById("app");
if (place === null) throw new Error("the page has no element with the id app");
createRoot(place, { onCaughtError }).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

function onCaughtError(error: unknown): void {
  // A page shows its own load errors; anything else is a bug, and belongs in the console too.
  if (!(error instanceof ChunkError)) reportError(error);
}
