/**
 * Without this flag Node dies on its own, about once in some thousand threads. With it,
 * WebAssembly's wrappers are not remade for the calls of a thread
 * (docs/decisions/0016-wrappers-of-threads.md).
 */
export const KEEP_WRAPPERS = "--wasm-wrapper-tiering-budget=1000000000";

/**
 * Keeps garbage collection from delaying bets (docs/decisions/0014-collector.md). The young space
 * has room for what a request leaves behind: with the usual 16 MB it is collected twice as often.
 * Nothing of a request is allocated among the old objects, where it would hold others. The whole
 * heap is collected seldom.
 */
export const SERVER_FLAGS: readonly string[] = [
  "--max-semi-space-size=32",
  "--no-allocation-site-pretenuring",
  "--heap-growing-percent=400",
  KEEP_WRAPPERS,
];
