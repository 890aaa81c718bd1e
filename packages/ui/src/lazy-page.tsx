import {
  Component,
  createElement,
  startTransition,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";

export type LoadPage<P = object> = () => Promise<{ readonly default: ComponentType<P> }>;

interface Waiting {
  /** Stands in for the page until its code has loaded. */
  readonly waiting?: ReactNode;
}

const pages = new Map<unknown, unknown>();

/**
 * A part of the app whose code loads when it is first drawn; the same `load` gives the same part.
 * It shows as soon as its code is there (React's own `lazy` keeps its fallback for at least 300
 * ms). A failure is thrown on drawing; a boundary's retry loads it again.
 */
export function lazyPage<P = object>(
  load: LoadPage<P>,
  come: LoadPage<P> = load,
): ComponentType<P & Waiting> {
  const known = pages.get(load) as ComponentType<P & Waiting> | undefined;
  if (known !== undefined) return known;
  const page = pageOf(come);
  pages.set(load, page);
  return page;
}

function pageOf<P>(come: LoadPage<P>): ComponentType<P & Waiting> {
  let page: ComponentType<P> | undefined;
  let failure: Error | undefined;
  let coming: Promise<void> | undefined;
  const fetchCode = async (): Promise<void> => {
    try {
      page = (await come()).default;
    } catch (error) {
      failure = error as Error;
    }
  };
  return function LazyPage({ waiting, ...props }) {
    // Whether its code was there at the first drawing, or has been reported since.
    const [hasCome, setCome] = useState(page !== undefined);
    coming ??= fetchCode();
    useEffect(() => {
      // As a transition it is drawn in slices: a touch is never kept waiting.
      if (!hasCome) void coming?.then(() => startTransition(() => setCome(true)));
    }, [hasCome]);
    if (failure) throw failure;
    return page === undefined ? waiting : createElement<object>(page as ComponentType, props);
  };
}

const RELOADED_KEY = "reloaded-at";
const COOL_DOWN_MS = 60_000;

/**
 * Loads the app anew, and not again for a minute: false. Files of a page may be gone after a new
 * release or have been cut on their way, and a browser keeps such a failure until then.
 */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? "0");
  if (Date.now() - last < COOL_DOWN_MS) return false;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  location.reload();
  return true;
}

interface Props {
  readonly children: ReactNode;
  /** A new value is a fresh start: the address. */
  readonly resetKey: string;
  /** The button's text. */
  readonly failedText: () => string;
}

/**
 * Shown when a page did not load: the whole screen is the button that tries again. One that was slow
 * comes where it is; files that were lost, of which browsers make a TypeError, with the app alone.
 */
export class PageBoundary extends Component<Props, { readonly thrown?: unknown }> {
  override state: { readonly thrown?: unknown } = {};

  static getDerivedStateFromError(thrown: unknown): { thrown: unknown } {
    return { thrown };
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey && this.state.thrown) this.retry();
  }

  retry = (): void => {
    pages.clear();
    this.setState({ thrown: undefined });
  };

  override render(): ReactNode {
    const { thrown } = this.state;
    if (!thrown) return this.props.children;
    const again = thrown instanceof TypeError ? () => location.reload() : this.retry;
    return (
      <button type="button" className="page-failed" onClick={again}>
        {this.props.failedText()}
      </button>
    );
  }
}
