import { Module } from '@nestjs/common'
import { Delegations } from './delegations'
import { DnssecSwitch } from './dnssec-switch'
import { OrderedZone } from './ordered-zone'

/** The nameservers, keys and zone that a domain is ordered or changed with. */
@Module({
  providers: [Delegations, DnssecSwitch, OrderedZone],
  exports: [Delegations, DnssecSwitch, OrderedZone],
})
export class DelegationModule {}
