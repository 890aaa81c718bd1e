/**
 * Without this flag Node dies on its own, about once in some thousand threads. With it,
 * WebAssembly's wrappers are not remade for the calls of a thread
 * (docs/decisions/0016-wrappers-of-threads.md).
 */
export const KEEP_WRAPPERS = "--wasm-wrapper-tiering-budget=1000000000";
