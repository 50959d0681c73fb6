import { Module } from '@nestjs/common'
import { TldsModule } from '../tlds/tlds.module'
import { AnnounceMaintenance } from './announce-maintenance'
import { ChangeMaintenance } from './change-maintenance'
import { FindMaintenances } from './find-maintenances'
import { ListMaintenances } from './list-maintenances'
import { OnRegistryMaintenanceAnnounced } from './on-registry-maintenance-announced'
import { PlannedMaintenances } from './planned-maintenances'
import { RegistriesStatus } from './registries-status'
import { WithdrawMaintenance } from './withdraw-maintenance'

/** Whether registries work, what they have planned, and what is announced of it to accounts. */
@Module({
  imports: [TldsModule],
  controllers: [
    AnnounceMaintenance,
    ChangeMaintenance,
    FindMaintenances,
    ListMaintenances,
    OnRegistryMaintenanceAnnounced,
    RegistriesStatus,
    WithdrawMaintenance,
  ],
  providers: [PlannedMaintenances],
})
export class MaintenanceModule {}
