import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { applyTheme, readTheme } from "./layout/theme.ts";
import { router } from "./router.tsx";
import "./styles/main.css";

applyTheme(readTheme());
const place = document.getElementById("app");
if (place === null) throw new Error("the page has no element with the id app");
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
