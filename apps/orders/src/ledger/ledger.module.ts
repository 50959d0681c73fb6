import { Module } from '@nestjs/common'
import { CaptureReservation } from './capture-reservation'
import { ConfirmReservation } from './confirm-reservation'
import { CorrectBalance } from './correct-balance'
import { FindCharges } from './find-charges'
import { FindMovements } from './find-movements'
import { GetStatement } from './get-statement'
import { LedgerMetrics } from './ledger-metrics'
import { ListTransactions } from './list-transactions'
import { MoneyEvents } from './money-events'
import { OpenAccount } from './open-account'
import { OrderOwners } from './order-owners'
import { OwnCredit } from './own-orders'
import { RefundOrder } from './refund-order'
import { ReleaseReservation } from './release-reservation'
import { ReserveCredit } from './reserve-credit'
import { SetCreditLimit } from './set-credit-limit'
import { SettleReservation } from './settle-reservation'
import { Settlement } from './settlement'
import { TopUp } from './top-up'
import { VerifyLedger } from './verify-ledger'
import { WhenReservationUnconfirmed } from './when-reservation-unconfirmed'

/** The money of accounts: a double-entry ledger and its reservations. */
@Module({
  controllers: [
    CaptureReservation,
    ConfirmReservation,
    CorrectBalance,
    FindCharges,
    FindMovements,
    GetStatement,
    ListTransactions,
    OpenAccount,
    RefundOrder,
    ReleaseReservation,
    ReserveCredit,
    SetCreditLimit,
    SettleReservation,
    TopUp,
    VerifyLedger,
  ],
  providers: [LedgerMetrics, MoneyEvents, OrderOwners, OwnCredit, Settlement, WhenReservationUnconfirmed],
  exports: [OwnCredit],
})
export class LedgerModule {}
