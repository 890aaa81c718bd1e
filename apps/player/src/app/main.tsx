import { QueryClientProvider } from "@tanstack/react-query";
import { TextProvider } from "@club/ui";
import { StrictMode, startTransition, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import "@club/ui/base.css";
import "./app.css";
import { watchSteps } from "../core/address.ts";
import { queryClient } from "../core/query-client.ts";
import { App } from "./App.tsx";
import { hasKeptSlip } from "../slip/race/placement.ts";
import { startClubFace } from "../core/club-face.ts";
import { watchConnection } from "../core/connection.ts";
import { startHeartbeat } from "../core/heartbeat.ts";
import { watchInstall } from "../device/install.ts";
import { startLanguage, useCurrentT } from "../core/lang.ts";
import { reloadWhenOutdated } from "../core/lazy-page.ts";
import { streamState } from "../core/stream.ts";
import { startServiceWorker } from "../shell/service-worker.ts";
import { currentSession, followOtherTabs, subscribeToSession } from "../core/session.ts";
import { deviceZone } from "../device/zone.ts";
import { storage } from "../device/storage.ts";
import { watchLayout } from "../device/layout.ts";
import { showTheme } from "../device/theme.ts";
import { announceVersion } from "../device/version.ts";
import { whenIdle } from "../device/idle.ts";

announceVersion();
showTheme();
void startClubFace();
watchLayout();
reloadWhenOutdated();
watchInstall();
watchSteps();
followOtherTabs();
startHeartbeat();

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

async function start(): Promise<void> {
  await startLanguage();
  await firstClock();
  const place = document.getElementById("app");
  if (place === null) throw new Error("index.html has a place for the app");
  // The first drawing is cut into short tasks, so that a tap is heard between them.
  startTransition(() => createRoot(place).render(<Root />));
  watchConnection();
  whenIdle(() => void startNews());
  startServiceWorker();
  // A bet left without an answer is asked about now, or after the next sign-in.
  void resumeKeptSlip();
  subscribeToSession(() => currentSession() !== null && void resumeKeptSlip());
}

/** The browser's calendars are slow at first use: they get a task of their own, so none is long. */
async function firstClock(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(() => resolve(deviceZone()));
  });
}

/** The stream's code is not needed for the first drawing; without it the screens ask for themselves. */
async function startNews(): Promise<void> {
  try {
    await (await import("../live/start-live.ts")).startLive();
  } catch (error) {
    console.info("live", error);
    streamState.set("down");
  }
}

async function resumeKeptSlip(): Promise<void> {
  if (hasKeptSlip()) await (await import("../slip/race/slip-store.ts")).resumeSlip();
  if (storage.read("sport-sent") !== null) {
    await (await import("../slip/sport/send-slip.ts")).resumeSportSlip();
  }
}

void start();
