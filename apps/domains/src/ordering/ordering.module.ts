import { Module } from '@nestjs/common'
import { AvailabilityModule } from '../availability/availability.module'
import { DelegationModule } from '../delegation/delegation.module'
import { LifecycleModule } from '../lifecycle/lifecycle.module'
import { RegistryModule } from '../registry/registry.module'
import { CreateDomain } from './create-domain'
import { CreateEnquiries } from './create-enquiries'
import { HeldOrders } from './held-orders'
import { ListPlacedOrders } from './list-placed-orders'
import { NameOrders } from './name-orders'
import { CustomerSnapshots } from './order-contacts'
import { OrderEffects } from './order-effects'
import { PaidOrders } from './paid-orders'
import { PlacedOrders } from './placed-orders'
import { Refunds } from './refunds'
import { RenewDomain } from './renew-domain'
import { RenewalOrders } from './renewal-orders'
import { RestartLastOperation } from './restart-last-operation'
import { RestoreDomain } from './restore-domain'
import { RestoreOrders } from './restore-orders'

/** Orders that cost money: how they are priced, reserved, placed and answered. */
@Module({
  imports: [AvailabilityModule, DelegationModule, LifecycleModule, RegistryModule],
  controllers: [CreateDomain, RenewDomain, RestartLastOperation, RestoreDomain, ListPlacedOrders],
  providers: [
    CreateEnquiries,
    CustomerSnapshots,
    HeldOrders,
    NameOrders,
    OrderEffects,
    PaidOrders,
    PlacedOrders,
    Refunds,
    RenewalOrders,
    RestoreOrders,
  ],
  exports: [CustomerSnapshots, NameOrders, PaidOrders, PlacedOrders, RenewalOrders],
})
export class OrderingModule {}
