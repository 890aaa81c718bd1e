import { QueryClientProvider } from "@tanstack/react-query";
import { reloadOnce, TextProvider } from "@club/ui";
import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import "@club/ui/console.css";
import "./app.css";
import { queryClient } from "../api/query-client.ts";
import { App } from "./App.tsx";
import { watchConnection } from "../core/connection.ts";
import { startLanguage, useCurrentT } from "../core/lang.ts";
import { startClubZone } from "../api/club-settings.ts";
import { followNews } from "./news.ts";
import { followStream } from "../api/stream.ts";
import { followOtherTabs } from "../core/session.ts";
import { noteReturn } from "../core/oidc-return.ts";
import { showTheme } from "../core/theme.ts";

noteReturn();
showTheme();
followOtherTabs();
followNews();
followStream();
watchConnection();

function Root(): ReactNode {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TextProvider t={useCurrentT()}>
          <App />
        </TextProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** A page whose files did not come: the one before it has gone already, so nothing is lost by it. */
function reloadWhereLost(error: unknown): void {
  console.error(error);
  if (error instanceof TypeError) reloadOnce();
}

async function start(): Promise<void> {
  await Promise.all([startLanguage(), startClubZone()]);
  const place = document.getElementById("console");
  if (place === null) throw new Error("index.html has a place for the console");
  createRoot(place, { onCaughtError: reloadWhereLost }).render(<Root />);
}

void start();
