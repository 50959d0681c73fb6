import { Module } from '@nestjs/common'
import { Connection } from '@nameyard/messaging/connection'
import { WorkQueues } from '@nameyard/messaging/work-queues'
import { LeasesModule } from '../leases/leases.module'
import { RegistriesModule } from '../registries/registries.module'
import { SessionsModule } from '../sessions/sessions.module'
import { SponsorsModule } from '../sponsors/sponsors.module'
import { AccountShares } from './account-shares'
import { Announcements } from './announcement.store'
import { Announcer } from './announcer'
import { AnswerTransfer } from './answer-transfer'
import { CancelledPush } from './cancelled-push'
import { CarryOutVerb } from './carry-out-verb'
import { ClientLocks } from './client-locks'
import { ContactBook } from './contact-book.store'
import { CreateDomain } from './create-domain'
import { DeleteDomain } from './delete-domain'
import { DeleteHost } from './delete-host'
import { DesiredState } from './desired-state'
import { Drivers } from './drivers'
import { Exchange } from './exchange'
import { ExecuteOperation } from './execute-operation'
import { Executors } from './executors'
import { InspectDomain } from './inspect-domain'
import { Interventions } from './intervention.store'
import { JournalArchive } from './journal-archive'
import { Journal } from './journal.store'
import { KeptHosts } from './kept-host.store'
import { KnownObjects } from './known-objects'
import { LiftedStatuses } from './lifted-status.store'
import { LinkedContacts } from './linked-contacts'
import { LinkedHosts } from './linked-hosts'
import { OnOperationSubmitted } from './on-operation-submitted'
import { OnWithdrawOperation } from './on-withdraw-operation'
import { OperationWrites } from './operation-writes'
import { OperationStore } from './operation.store'
import { Prices } from './prices'
import { RenewDomain } from './renew-domain'
import { RequestChange } from './request-change'
import { RestoreDomain } from './restore-domain'
import { Runner } from './runner'
import { SetHost } from './set-host'
import { SingleChange } from './single-change'
import { SubordinateHosts } from './subordinate-hosts'
import { TradeDomain } from './trade-domain'
import { TransferDomain } from './transfer-domain'
import { UpdateDomain } from './update-domain'
import { WhenOperationDue } from './when-operation-due'
import { WhenUnsealed } from './when-unsealed'

/** One executor for each kind of operation; `Executors` is their table. */
const executors = [
  CreateDomain,
  RenewDomain,
  UpdateDomain,
  TransferDomain,
  TradeDomain,
  AnswerTransfer,
  DeleteDomain,
  RestoreDomain,
  CarryOutVerb,
  InspectDomain,
  SetHost,
  DeleteHost,
  Executors,
]

/** What the executors share. */
const parts = [
  CancelledPush,
  Exchange,
  KnownObjects,
  ContactBook,
  LinkedContacts,
  LinkedHosts,
  LiftedStatuses,
  KeptHosts,
  ClientLocks,
  DesiredState,
  Prices,
  SingleChange,
  SubordinateHosts,
]

/** Operations: submitted by domains, executed at a registry, settled with an event. */
@Module({
  imports: [RegistriesModule, LeasesModule, SessionsModule, SponsorsModule],
  controllers: [OnOperationSubmitted, OnWithdrawOperation],
  providers: [
    OperationStore,
    Interventions,
    OperationWrites,
    Journal,
    JournalArchive,
    Drivers,
    ...parts,
    ...executors,
    ExecuteOperation,
    RequestChange,
    { provide: WorkQueues, useFactory: (connection: Connection) => new WorkQueues(connection), inject: [Connection] },
    Announcements,
    Announcer,
    Runner,
    AccountShares,
    WhenOperationDue,
    WhenUnsealed,
  ],
  exports: [OperationStore, Interventions, Journal, Drivers, Executors, RequestChange, Announcer],
})
export class OperationsModule {}
