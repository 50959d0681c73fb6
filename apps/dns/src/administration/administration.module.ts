import { Module } from '@nestjs/common'
import { AssignedNameserversModule } from '../assigned-nameservers/assigned-nameservers.module'
import { ChangingModule } from '../changing/changing.module'
import { HandoverModule } from '../handover/handover.module'
import { HoldersModule } from '../holders/holders.module'
import { Accounts } from './accounts'
import { ArbitrateZone } from './arbitrate-zone'
import { FindZoneChanges } from './find-zone-changes'
import { FindZonesOfOthers } from './find-zones-of-others'
import { InspectZones } from './inspect-zones'
import { MoveZone } from './move-zone'
import { RemoveZone } from './remove-zone'

/** What operators do with zones of all accounts. */
@Module({
  imports: [AssignedNameserversModule, ChangingModule, HandoverModule, HoldersModule],
  providers: [Accounts],
  controllers: [ArbitrateZone, FindZoneChanges, FindZonesOfOthers, InspectZones, MoveZone, RemoveZone],
})
export class AdministrationModule {}
