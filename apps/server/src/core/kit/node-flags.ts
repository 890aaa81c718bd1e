/**
 * A flag without which Node ends by itself, once in some thousand threads: WebAssembly's wrappers are
 * not made anew for the calls of a thread (docs/decisions/0016-wrappers-of-threads.md).
 */
export const KEEP_WRAPPERS = "--wasm-wrapper-tiering-budget=1000000000";
