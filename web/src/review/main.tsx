import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { applyTheme, readTheme } from "../parts/theme.tsx";
import { followLinks, keepToken } from "./ask-server.ts";
import { ReviewApp } from "./review-app.tsx";
import "./review.css";

applyTheme(readTheme());
keepToken();
followLinks();
const place = document.getElementById("app");
if (place === null) throw new Error("the page has no element with the id app");
createRoot(place).render(
  <StrictMode>
    <ReviewApp />
  </StrictMode>,
);
