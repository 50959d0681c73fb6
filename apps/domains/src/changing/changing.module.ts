import { Module } from '@nestjs/common'
import { DelegationModule } from '../delegation/delegation.module'
import { LifecycleModule } from '../lifecycle/lifecycle.module'
import { OrderingModule } from '../ordering/ordering.module'
import { RegistryModule } from '../registry/registry.module'
import { DeleteDomain } from './delete-domain'
import { DomainUpdates } from './domain-updates'
import { OrderRegistryCommand } from './order-registry-command'
import { PrivacyOrders } from './privacy-orders'
import { RemoveDomain } from './remove-domain'
import { SetZoneKey } from './set-zone-key'
import { UpdateDomain } from './update-domain'

/** Updates and deletions of domains. */
@Module({
  imports: [DelegationModule, LifecycleModule, OrderingModule, RegistryModule],
  controllers: [DeleteDomain, OrderRegistryCommand, RemoveDomain, SetZoneKey, UpdateDomain],
  providers: [DomainUpdates, PrivacyOrders],
})
export class ChangingModule {}
