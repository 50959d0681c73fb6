import { Module, type DynamicModule } from '@nestjs/common'
import { AdvanceClock } from './clock/advance-clock'
import { ReadClock } from './clock/read-clock'
import { RegistryClock } from './clock/registry-clock'
import { SandboxClockStore } from './clock/sandbox-clock.store'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from './config'
import { AnswerTransfer } from './operations/answer-transfer'
import { ClientLocks } from './operations/client-locks'
import { CreateDomain } from './operations/create-domain'
import { DeleteDomain } from './operations/delete-domain'
import { DeleteHost } from './operations/delete-host'
import { KeptHosts } from './operations/kept-host.store'
import { SetHost } from './operations/set-host'
import { DesiredState } from './operations/desired-state'
import { Exchange } from './operations/exchange'
import { ExecuteOperation } from './operations/execute-operation'
import { Executors } from './operations/executors'
import { InspectDomain } from './operations/inspect-domain'
import { Journal } from './operations/journal.store'
import { LiftedStatuses } from './operations/lifted-status.store'
import { KnownObjects } from './operations/known-objects'
import { LinkedObjects } from './operations/linked-objects'
import { OnOperationSubmitted } from './operations/on-operation-submitted'
import { OnWithdrawOperation } from './operations/on-withdraw-operation'
import { OperationStore } from './operations/operation.store'
import { RenewDomain } from './operations/renew-domain'
import { RestoreDomain } from './operations/restore-domain'
import { Runner } from './operations/runner'
import { SingleChange } from './operations/single-change'
import { SubordinateHosts } from './operations/subordinate-hosts'
import { TransferDomain } from './operations/transfer-domain'
import { UpdateDomain } from './operations/update-domain'
import { WorkerIdentity } from './operations/worker-identity'
import { DrainPollQueue } from './poll/drain-poll-queue'
import { WhenPollDue } from './poll/when-poll-due'
import { CheckNames } from './queries/check-names'
import { DescribeOperations } from './queries/describe-operations'
import { ListTranscripts } from './queries/list-transcripts'
import { Registries } from './registries/registries'
import { RegistryMetrics } from './registry-metrics'
import { Accounts } from './sessions/account.store'
import { Alarms } from './sessions/alarm.store'
import { ListAccounts } from './sessions/list-accounts'
import { OnRaiseAlarm } from './sessions/on-raise-alarm'
import { LogIn } from './sessions/log-in'
import { Pace } from './sessions/pace'
import { ResumeAccount } from './sessions/resume-account'
import { RotatePassword } from './sessions/rotate-password'
import { SessionPools } from './sessions/session-pools'
import { OnSetTimers } from './timers/on-set-timers'
import { TimerStore } from './timers/timer.store'
import { WhenTimerDue } from './timers/when-timer-due'

@Module({})
export class RegistryWorkerModule {
  static with(config: RegistryWorkerConfig): DynamicModule {
    return {
      module: RegistryWorkerModule,
      controllers: [
        OnOperationSubmitted,
        OnWithdrawOperation,
        OnSetTimers,
        CheckNames,
        DescribeOperations,
        ListTranscripts,
        ListAccounts,
        OnRaiseAlarm,
        ResumeAccount,
        RotatePassword,
        ...(config.SANDBOX_CLOCK ? [AdvanceClock, ReadClock] : []),
      ],
      providers: [
        { provide: REGISTRY_WORKER_CONFIG, useValue: config },
        Registries,
        RegistryMetrics,
        WorkerIdentity,
        Alarms,
        Accounts,
        Pace,
        LogIn,
        SessionPools,
        OperationStore,
        Journal,
        Exchange,
        KnownObjects,
        LinkedObjects,
        LiftedStatuses,
        ClientLocks,
        DesiredState,
        SingleChange,
        SubordinateHosts,
        CreateDomain,
        RenewDomain,
        UpdateDomain,
        TransferDomain,
        AnswerTransfer,
        DeleteDomain,
        SetHost,
        DeleteHost,
        KeptHosts,
        RestoreDomain,
        InspectDomain,
        Executors,
        ExecuteOperation,
        Runner,
        DrainPollQueue,
        WhenPollDue,
        TimerStore,
        WhenTimerDue,
        ...(config.SANDBOX_CLOCK ? [SandboxClockStore, RegistryClock] : []),
      ],
    }
  }
}
