import { hash } from "node:crypto";

const NODE = Buffer.from([1]);

/**
 * The Merkle tree hash of RFC 6962 over leaf hashes that come one by one: it keeps one hash per
 * level, however many leaves there are.
 */
export class MerkleStack {
  /** Complete subtrees from the left, each at least twice the size of the next. */
  readonly #subtrees: { size: number; root: Uint8Array }[] = [];
  #leaves = 0;

  get leaves(): number {
    return this.#leaves;
  }

  add(leafHash: Uint8Array): void {
    let joined = { size: 1, root: leafHash };
    for (
      let left = this.#subtrees.at(-1);
      left?.size === joined.size;
      left = this.#subtrees.at(-1)
    ) {
      this.#subtrees.pop();
      joined = { size: joined.size * 2, root: node(left.root, joined.root) };
    }
    this.#subtrees.push(joined);
    this.#leaves += 1;
  }

  root(): Uint8Array {
    const roots = this.#subtrees.map((tree) => tree.root);
    const last = roots.pop();
    if (last === undefined) return hash("sha256", new Uint8Array(), "buffer");
    return roots.reduceRight((right, left) => node(left, right), last);
  }
}

function node(left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash("sha256", Buffer.concat([NODE, left, right]), "buffer");
}
