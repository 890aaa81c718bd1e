import { showColours } from "@club/ui";
import { useClubFace } from "../api/club-settings.ts";
import { lazyPage, PageBoundary } from "@club/ui";
import { createElement, useEffect, type ReactNode } from "react";
import { useClubCurrency } from "../api/currency.ts";
import { OpenPage, usePath } from "../core/address.ts";
import { currentT, useT } from "../core/lang.ts";
import { findPage, pathOf, type PageName } from "../core/paths.ts";
import { useSession } from "../core/session.ts";
import { ProofDialog } from "../people/account/ProofDialog.tsx";
import { SET_PASSWORD_PATH, SetPasswordPage } from "../people/sign-in/SetPasswordPage.tsx";
import { SignInPage } from "../people/sign-in/SignInPage.tsx";
import { PendingPage } from "../shell/Listing.tsx";
import { Frame } from "./Frame.tsx";
import { ForbiddenPage, NotFoundPage } from "./NotFoundPage.tsx";
import { mayOpen, ROUTES } from "./routes.ts";

const failedText = () => currentT()("console.pageFailed");

/** The console: the sign-in without a session, otherwise the page of the address in its frame. */
export function App(): ReactNode {
  const t = useT();
  const path = useFirstPath(usePath());
  const open = findPage(path);
  const session = useSession();
  const currency = useClubCurrency();
  const clubName = useClubLook() ?? t("app.name");
  const isSetting = path === SET_PASSWORD_PATH;
  const title = t(`route.${nameOf(isSetting, session === null) ?? open?.page ?? "notFound"}`);
  useEffect(() => {
    document.title = `${title} · ${clubName}`;
  }, [title, clubName]);
  if (isSetting) return <SetPasswordPage />;
  if (session === null) return <SignInPage />;
  if (open === undefined) {
    return (
      <Frame>
        <NotFoundPage />
      </Frame>
    );
  }
  if (!mayOpen(session, open.page)) {
    return (
      <Frame>
        <ForbiddenPage title={title} />
      </Frame>
    );
  }
  const waiting = <PendingPage title={title} query={currency} />;
  return (
    <OpenPage value={open}>
      <Frame key={path}>
        <PageBoundary resetKey={path} failedText={failedText}>
          {currency.data === undefined
            ? waiting
            : createElement(lazyPage(ROUTES[open.page].load), { key: path, waiting })}
        </PageBoundary>
      </Frame>
      <ProofDialog />
    </OpenPage>
  );
}

/** The page shown outside the frame; undefined: the page of the address, inside it. */
function nameOf(
  isSetting: boolean,
  isSignedOut: boolean,
): PageName | "setPassword" | "signIn" | undefined {
  if (isSetting) return "setPassword";
  return isSignedOut ? "signIn" : undefined;
}

/** The first page is the first of the rail that the operator may open: mostly the run sheet. */
function useFirstPath(path: string): string {
  const session = useSession();
  if (path !== "/" || mayOpen(session, "sheet")) return path;
  const first = (Object.keys(ROUTES) as PageName[]).find(
    (page) => ROUTES[page].group !== undefined && mayOpen(session, page),
  );
  return pathOf(first ?? "settings");
}

/** Draws the console in the club's colours; returns its name, once that is known. */
function useClubLook(): string | undefined {
  const { data } = useClubFace();
  useEffect(() => {
    if (data !== undefined) showColours(data);
  }, [data]);
  return data?.name;
}
