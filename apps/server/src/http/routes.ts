import type { FastifyInstance } from "fastify";
import { accountRoutes } from "../accounts/account.routes.ts";
import { exportRoutes } from "../accounts/export.routes.ts";
import { approvalRoutes } from "../approvals/approvals.routes.ts";
import { betRoutes } from "../bets/bets.routes.ts";
import { arrivalRoutes } from "../cards/arrivals.routes.ts";
import { cardRoutes } from "../cards/cards.routes.ts";
import { complaintRoutes } from "../complaints/complaints.routes.ts";
import { contentRoutes } from "../content/content.routes.ts";
import { channelRoutes } from "../channels/channels.routes.ts";
import type { AppContext } from "../context.ts";
import { documentRoutes } from "../documents/documents.routes.ts";
import { invitationRoutes } from "../invitations/invitations.routes.ts";
import { incidentRoutes } from "../incidents/incidents.routes.ts";
import { ledgerRoutes } from "../ledger/ledger.routes.ts";
import { clockRoutes } from "../jobs/clock.routes.ts";
import { streamRoutes } from "../live/stream.routes.ts";
import { operatorRoutes } from "../operators/operator.routes.ts";
import { outboxRoutes } from "../outbox/outbox.routes.ts";
import { passkeyRoutes } from "../passkeys/passkeys.routes.ts";
import { playerRoutes } from "../players/players.routes.ts";
import { limitRoutes } from "../protection/limits.routes.ts";
import { protectionRoutes } from "../protection/protection.routes.ts";
import { pushRoutes } from "../push/push.routes.ts";
import { proofRoutes } from "../proofs/proofs.routes.ts";
import { raceChangeRoutes } from "../races/race-changes.routes.ts";
import { raceOperationRoutes } from "../races/race-operations.routes.ts";
import { raceRoutes } from "../races/races.routes.ts";
import { bankRoutes } from "../reconciliation/bank.routes.ts";
import { reportRoutes } from "../reports/reports.routes.ts";
import { resultRoutes } from "../results/results.routes.ts";
import { ruleSetRoutes } from "../rule-sets/rule-sets.routes.ts";
import { settlementRoutes } from "../settlement/settlement.routes.ts";
import { shopRoutes } from "../shop/shop.routes.ts";
import { sportsDeskRoutes } from "../sports/sports-desk.routes.ts";
import { sportsResultRoutes } from "../sports/sports-results.routes.ts";
import { sportRoutes } from "../sports/sports.routes.ts";
import { statementRoutes } from "../statements/statements.routes.ts";
import { topUpRoutes } from "../top-ups/top-ups.routes.ts";
import { payoutRoutes } from "../withdrawals/payouts.routes.ts";
import { withdrawalRoutes } from "../withdrawals/withdrawals.routes.ts";
import { webhookRoutes } from "../webhooks/webhooks.routes.ts";
import { apiKeyRoutes } from "../api-keys/api-keys.routes.ts";
import { bankCardRoutes } from "../accounts/bank-card.routes.ts";
import { walletRoutes } from "../wallet/wallet.routes.ts";
import { statusRoutes } from "./status.routes.ts";
import { systemRoutes } from "./system.routes.ts";

type Routes = (app: FastifyInstance, ctx: AppContext) => void;

/** The routes of every feature. */
export const ROUTES: readonly Routes[] = [
  systemRoutes,
  statusRoutes,
  accountRoutes,
  exportRoutes,
  passkeyRoutes,
  pushRoutes,
  walletRoutes,
  limitRoutes,
  protectionRoutes,
  contentRoutes,
  topUpRoutes,
  withdrawalRoutes,
  payoutRoutes,
  bankRoutes,
  reportRoutes,
  bankCardRoutes,
  statementRoutes,
  shopRoutes,
  invitationRoutes,
  channelRoutes,
  raceRoutes,
  proofRoutes,
  betRoutes,
  sportRoutes,
  sportsDeskRoutes,
  sportsResultRoutes,
  streamRoutes,
  operatorRoutes,
  outboxRoutes,
  cardRoutes,
  arrivalRoutes,
  raceOperationRoutes,
  raceChangeRoutes,
  incidentRoutes,
  resultRoutes,
  settlementRoutes,
  ruleSetRoutes,
  playerRoutes,
  complaintRoutes,
  webhookRoutes,
  apiKeyRoutes,
  documentRoutes,
  approvalRoutes,
  ledgerRoutes,
  clockRoutes,
];
