import { Module } from '@nestjs/common'
import { AccountEventsModule } from '../account-events/account-events.module'
import { AssignedNameserversModule } from '../assigned-nameservers/assigned-nameservers.module'
import { DnssecModule } from '../dnssec/dnssec.module'
import { HoldersModule } from '../holders/holders.module'
import { TemplatesModule } from '../templates/templates.module'
import { ApplyTemplate } from './apply-template'
import { BatchedChanges } from './batched-changes'
import { CleanUpZone } from './clean-up-zone'
import { CreateZone } from './create-zone'
import { DeleteZone } from './delete-zone'
import { ImportZone } from './import-zone'
import { PrepareZone } from './prepare-zone'
import { PreparedZones } from './prepared-zones'
import { RecordUpdates } from './record-updates'
import { RestoreZone } from './restore-zone'
import { SecureZone } from './secure-zone'
import { SetProof } from './set-proof'
import { SlaveZones } from './slave-zones'
import { UpdateZone } from './update-zone'
import { VersionRestores } from './version-restores'
import { ZoneChanges } from './zone-changes'
import { ZoneWithdrawals } from './zone-withdrawals'
import { ZoneWrites } from './zone-writes'

/** Everything that makes, changes and deletes zones. */
@Module({
  imports: [AccountEventsModule, AssignedNameserversModule, DnssecModule, HoldersModule, TemplatesModule],
  controllers: [
    ApplyTemplate,
    CleanUpZone,
    CreateZone,
    DeleteZone,
    ImportZone,
    PrepareZone,
    RestoreZone,
    SecureZone,
    SetProof,
    UpdateZone,
  ],
  providers: [
    BatchedChanges,
    PreparedZones,
    RecordUpdates,
    SlaveZones,
    VersionRestores,
    ZoneChanges,
    ZoneWithdrawals,
    ZoneWrites,
  ],
  exports: [PreparedZones, RecordUpdates, VersionRestores, ZoneWithdrawals, ZoneWrites],
})
export class ChangingModule {}
