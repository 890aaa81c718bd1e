import {
  Component,
  lazy,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from "react";
import { loadIcons } from "@club/ui";
import { hasContent } from "./bet-form/empty-form.ts";
import { currentForm, isSlipOpen } from "./bet-form/form-store.ts";
import { currentT, textsReady } from "./lang.ts";

/** How long the code of a page may take to come. */
export const PAGE_TIMEOUT_MS = 60_000;

type Load<P = object> = () => Promise<{ readonly default: ComponentType<P> }>;

const pages = new Map<unknown, unknown>();

/** A page whose code loads when it is opened, at most a minute. After a failure it may be tried anew. */
export function lazyPage<P = object>(load: Load<P>): LazyExoticComponent<ComponentType<P>> {
  const known = pages.get(load) as LazyExoticComponent<ComponentType<P>> | undefined;
  if (known !== undefined) return known;
  const page = lazy(() => Promise.race([withTexts(load), timeout()]));
  pages.set(load, page);
  return page;
}

async function withTexts<P>(load: Load<P>): ReturnType<Load<P>> {
  const [page] = await Promise.all([load(), textsReady(), loadIcons()]);
  return page;
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("page timed out")), PAGE_TIMEOUT_MS);
  });
}

interface Props {
  readonly children: ReactNode;
  /** A change of it is a fresh start: the route. */
  readonly resetKey: string;
}

/** What is shown when a page did not come: the whole screen is the button that tries again. */
export class PageBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error("page", error);
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey && this.state.failed) this.retry();
  }

  retry = (): void => {
    pages.clear();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <button type="button" className="page-failed" onClick={this.retry}>
        {currentT()("state.timeout")}
      </button>
    );
  }
}

const RELOADED_KEY = "reloaded-at";
const COOL_DOWN_MS = 60_000;

/**
 * After a new release the old files may be gone: reload once, and not again for a minute; never while a
 * bet is being made, whose form would be lost.
 */
export function reloadWhenOutdated(): void {
  addEventListener("vite:preloadError", (event) => {
    if (isSlipOpen() || hasContent(currentForm())) return;
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? "0");
    if (Date.now() - last < COOL_DOWN_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    location.reload();
  });
}
