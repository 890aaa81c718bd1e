import { card } from "../../money/payments/card-method.ts";
import { bankTransfer as bankTransferIn } from "../../money/top-ups/methods/bank-transfer.ts";
import type { TopUpMethod } from "../../money/top-ups/top-up-method.ts";
import { bankTransfer as bankTransferOut } from "../../money/withdrawals/methods/bank-transfer.ts";
import type { WithdrawalMethod } from "../../money/withdrawals/withdrawal-method.ts";

/** Every way to top up, in the order in which players see them. */
export const TOP_UP_METHODS: readonly TopUpMethod[] = [bankTransferIn, card];

/** Every way to pay players; the first one that is open is used. */
export const WITHDRAWAL_METHODS: readonly WithdrawalMethod[] = [bankTransferOut];
