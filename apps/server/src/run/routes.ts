import type { FastifyInstance } from "fastify";
import { accountRoutes } from "../people/accounts/account.routes.ts";
import { exportRoutes } from "../people/accounts/export.routes.ts";
import { clubSettingRoutes } from "../desk/club-settings/club-settings.routes.ts";
import { connectionRoutes } from "../desk/connections/connections.routes.ts";
import { approvalRoutes } from "../desk/approvals/approvals.routes.ts";
import { betRoutes } from "../racing/bets/bets.routes.ts";
import { deskBetRoutes } from "../racing/bets/desk-bets.routes.ts";
import { arrivalRoutes } from "../racing/cards/arrivals.routes.ts";
import { cardRoutes } from "../racing/cards/cards.routes.ts";
import { complaintRoutes } from "../people/complaints/complaints.routes.ts";
import { contentRoutes } from "../tell/content/content.routes.ts";
import { channelRoutes } from "../tell/channels/channels.routes.ts";
import type { AppContext } from "../core/context.ts";
import { documentRoutes } from "../people/documents/documents.routes.ts";
import { exclusionRoutes } from "../people/exclusion/exclusion.routes.ts";
import { identityHookRoutes } from "../people/identity-checks/identity-hooks.routes.ts";
import { invitationRoutes } from "../money/invitations/invitations.routes.ts";
import { incidentRoutes } from "../racing/incidents/incidents.routes.ts";
import { ledgerRoutes } from "../money/ledger/ledger.routes.ts";
import { adjustmentRoutes } from "../money/adjustments/adjustments.routes.ts";
import { playerPageRoutes } from "../money/statements/player-page.routes.ts";
import { booksRoutes } from "../proofs/checks/books.routes.ts";
import { findRoutes } from "../money/find/find-money.ts";
import { alertRoutes } from "./alerts/alerts.routes.ts";
import { goingLiveRoutes } from "./going-live/going-live.routes.ts";
import { demoPhoneRoutes } from "./demo/demo-phone.routes.ts";
import { demoPaymentRoutes } from "./demo/demo-payments.ts";
import { clockRoutes } from "./jobs/clock.routes.ts";
import { jobRoutes } from "./jobs/jobs.routes.ts";
import { backupRoutes } from "./backup/backups.routes.ts";
import { feedRoutes } from "../tell/live/feed.routes.ts";
import { streamRoutes } from "../tell/live/stream.routes.ts";
import { operatorRoutes } from "../desk/operators/operator.routes.ts";
import { messageHookRoutes } from "../tell/outbox/hooks.routes.ts";
import { messageRoutes } from "../tell/messages/messages.routes.ts";
import { outboxRoutes } from "../tell/outbox/outbox.routes.ts";
import { passkeyRoutes } from "../people/passkeys/passkeys.routes.ts";
import { playerRoutes } from "../people/players/players.routes.ts";
import { mailingRoutes } from "../people/players/mailings.routes.ts";
import { segmentRoutes } from "../people/players/segments.routes.ts";
import { stopOffersRoutes } from "../people/protection/stop-offers.ts";
import { limitRoutes } from "../people/protection/limits.routes.ts";
import { protectionRoutes } from "../people/protection/protection.routes.ts";
import { pushRoutes } from "../tell/push/push.routes.ts";
import { proofRoutes } from "../proofs/proofs.routes.ts";
import { raceChangeRoutes } from "../racing/race-acts/race-changes.routes.ts";
import { raceOperationRoutes } from "../racing/race-acts/race-operations.routes.ts";
import { multiPoolRoutes, raceRoutes } from "../racing/views/races.routes.ts";
import { bankRoutes } from "../money/reconciliation/bank.routes.ts";
import { reportRoutes } from "../money/reports/reports.routes.ts";
import { correctionRoutes } from "../racing/corrections/corrections.routes.ts";
import { resultRoutes } from "../racing/results/results.routes.ts";
import { ruleSetRoutes } from "../racing/rule-sets/rule-sets.routes.ts";
import { settlementRoutes } from "../racing/settlement/settlement.routes.ts";
import { shopRoutes } from "../money/shop/shop.routes.ts";
import { sportsDeskRoutes } from "../sports/desk/sports-desk.routes.ts";
import { sportsResultRoutes } from "../sports/desk/sports-results.routes.ts";
import {
  anyOrderRoutes,
  deskSportOrderRoutes,
  sportOrderRoutes,
} from "../sports/bets/sport-orders.routes.ts";
import { sportRoutes } from "../sports/events/sports.routes.ts";
import { searchRoutes } from "../sports/search/search.routes.ts";
import { statementRoutes } from "../money/statements/statements.routes.ts";
import { paymentRoutes } from "../money/payments/payments.routes.ts";
import { topUpRoutes } from "../money/top-ups/top-ups.routes.ts";
import { receivingRoutes } from "../money/receiving/receiving.routes.ts";
import { transferQrRoutes } from "../money/top-ups/transfer-qr.ts";
import { payoutHookRoutes } from "../money/payouts/payout-hooks.routes.ts";
import { payoutRoutes } from "../money/withdrawals/payouts.routes.ts";
import { withdrawalRoutes } from "../money/withdrawals/withdrawals.routes.ts";
import { webhookRoutes } from "../tell/webhooks/webhooks.routes.ts";
import { apiKeyRoutes } from "../desk/api-keys/api-keys.routes.ts";
import { bankCardRoutes } from "../people/accounts/bank-card.routes.ts";
import { walletRoutes } from "../money/wallet/wallet.routes.ts";
import { statusRoutes } from "../core/http/status.routes.ts";
import { systemRoutes } from "../core/http/system.routes.ts";

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
  transferQrRoutes,
  receivingRoutes,
  paymentRoutes,
  withdrawalRoutes,
  payoutRoutes,
  payoutHookRoutes,
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
  deskBetRoutes,
  sportRoutes,
  searchRoutes,
  sportOrderRoutes,
  anyOrderRoutes,
  deskSportOrderRoutes,
  sportsDeskRoutes,
  sportsResultRoutes,
  streamRoutes,
  feedRoutes,
  operatorRoutes,
  findRoutes,
  goingLiveRoutes,
  alertRoutes,
  jobRoutes,
  backupRoutes,
  outboxRoutes,
  messageRoutes,
  demoPhoneRoutes,
  messageHookRoutes,
  cardRoutes,
  arrivalRoutes,
  raceOperationRoutes,
  multiPoolRoutes,
  raceChangeRoutes,
  incidentRoutes,
  resultRoutes,
  correctionRoutes,
  settlementRoutes,
  ruleSetRoutes,
  playerRoutes,
  segmentRoutes,
  mailingRoutes,
  stopOffersRoutes,
  complaintRoutes,
  webhookRoutes,
  apiKeyRoutes,
  documentRoutes,
  identityHookRoutes,
  exclusionRoutes,
  approvalRoutes,
  connectionRoutes,
  clubSettingRoutes,
  ledgerRoutes,
  adjustmentRoutes,
  playerPageRoutes,
  booksRoutes,
  clockRoutes,
  demoPaymentRoutes,
];
