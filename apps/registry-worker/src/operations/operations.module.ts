import { Module } from '@nestjs/common'
import { LeasesModule } from '../leases/leases.module'
import { RegistriesModule } from '../registries/registries.module'
import { SessionsModule } from '../sessions/sessions.module'
import { AnswerTransfer } from './answer-transfer'
import { ClientLocks } from './client-locks'
import { CreateDomain } from './create-domain'
import { DeleteDomain } from './delete-domain'
import { DeleteHost } from './delete-host'
import { DesiredState } from './desired-state'
import { Exchange } from './exchange'
import { ExecuteOperation } from './execute-operation'
import { Executors } from './executors'
import { InspectDomain } from './inspect-domain'
import { Journal } from './journal.store'
import { KeptHosts } from './kept-host.store'
import { KnownObjects } from './known-objects'
import { LiftedStatuses } from './lifted-status.store'
import { LinkedObjects } from './linked-objects'
import { OnOperationSubmitted } from './on-operation-submitted'
import { OnWithdrawOperation } from './on-withdraw-operation'
import { OperationStore } from './operation.store'
import { RenewDomain } from './renew-domain'
import { RestoreDomain } from './restore-domain'
import { Runner } from './runner'
import { SetHost } from './set-host'
import { SingleChange } from './single-change'
import { SubordinateHosts } from './subordinate-hosts'
import { TransferDomain } from './transfer-domain'
import { UpdateDomain } from './update-domain'
import { WhenUnsealed } from './when-unsealed'

/** One executor for each kind of operation; `Executors` is their table. */
const executors = [
  CreateDomain,
  RenewDomain,
  UpdateDomain,
  TransferDomain,
  AnswerTransfer,
  DeleteDomain,
  RestoreDomain,
  InspectDomain,
  SetHost,
  DeleteHost,
  Executors,
]

/** What the executors share. */
const parts = [
  Exchange,
  KnownObjects,
  LinkedObjects,
  LiftedStatuses,
  KeptHosts,
  ClientLocks,
  DesiredState,
  SingleChange,
  SubordinateHosts,
]

/** Operations: submitted by domains, executed at a registry, settled with an event. */
@Module({
  imports: [RegistriesModule, LeasesModule, SessionsModule],
  controllers: [OnOperationSubmitted, OnWithdrawOperation],
  providers: [OperationStore, Journal, ...parts, ...executors, ExecuteOperation, Runner, WhenUnsealed],
  exports: [OperationStore, Runner],
})
export class OperationsModule {}
