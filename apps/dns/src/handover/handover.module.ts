import { Module } from '@nestjs/common'
import { AssignedNameserversModule } from '../assigned-nameservers/assigned-nameservers.module'
import { ChangingModule } from '../changing/changing.module'
import { HoldersModule } from '../holders/holders.module'
import { Handovers } from './handovers'
import { OnDomainChanged } from './on-domain-changed'
import { WhenHoldersDue } from './when-holders-due'
import { ZoneCopies } from './zone-copies'
import { ZoneMoves } from './zone-moves'

/** What becomes of zones when a domain has a new holder. */
@Module({
  imports: [AssignedNameserversModule, ChangingModule, HoldersModule],
  controllers: [OnDomainChanged],
  providers: [Handovers, WhenHoldersDue, ZoneCopies, ZoneMoves],
  exports: [Handovers, ZoneMoves],
})
export class HandoverModule {}
