import type { Call } from "@club/contract";
import type * as contract from "@club/contract";

/*
 * The contract's calls by their address, "POST /api/operator/players/:player_id/notes". What a call
 * takes and returns follows from it.
 */

type Contract = typeof contract;
type AddressOf<C> = C extends Call ? `${C["method"]} ${C["path"]}` : never;

export type Calls = {
  [Name in keyof Contract as AddressOf<Contract[Name]>]: Extract<Contract[Name], Call>;
};

export type Address = keyof Calls;
export type CallAt<A extends Address> = Calls[A];
