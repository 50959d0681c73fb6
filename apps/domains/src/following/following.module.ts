import { Module } from '@nestjs/common'
import { HostsModule } from '../hosts/hosts.module'
import { LifecycleModule } from '../lifecycle/lifecycle.module'
import { OrderingModule } from '../ordering/ordering.module'
import { RegistryModule } from '../registry/registry.module'
import { TldsModule } from '../tlds/tlds.module'
import { TransferModule } from '../transfer/transfer.module'
import { LifecycleMetrics } from './lifecycle-metrics'
import { OnAutoRenewalChanged } from './on-auto-renewal-changed'
import { OnRegistryMessageReceived } from './on-registry-message-received'
import { OnRegistryOperationPending } from './on-registry-operation-pending'
import { OnRegistryOperationSettled } from './on-registry-operation-settled'
import { OnRegistryOperationUnpaid } from './on-registry-operation-unpaid'
import { OnSuspensionChanged } from './on-suspension-changed'
import { OnTimerDue } from './on-timer-due'
import { Outcomes } from './outcomes'
import { WhenDataReminderDue } from './when-data-reminder-due'
import { WhenExpiryNear } from './when-expiry-near'
import { WhenRenewalDue } from './when-renewal-due'
import { WhenRulesChange } from './when-rules-change'

/** What domains do after events of other services, after answers of registries, and when their timers are due. */
@Module({
  imports: [HostsModule, LifecycleModule, OrderingModule, RegistryModule, TldsModule, TransferModule],
  controllers: [
    OnAutoRenewalChanged,
    OnRegistryMessageReceived,
    OnRegistryOperationPending,
    OnRegistryOperationSettled,
    OnRegistryOperationUnpaid,
    OnSuspensionChanged,
    OnTimerDue,
  ],
  providers: [LifecycleMetrics, Outcomes, WhenDataReminderDue, WhenExpiryNear, WhenRenewalDue, WhenRulesChange],
})
export class FollowingModule {}
