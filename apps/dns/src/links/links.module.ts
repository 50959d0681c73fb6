import { Module } from '@nestjs/common'
import { ChangingModule } from '../changing/changing.module'
import { ReadingModule } from '../reading/reading.module'
import { ChangeZoneByLink } from './change-zone-by-link'
import { CreateDomainToken } from './create-domain-token'
import { DeleteDomainToken } from './delete-domain-token'
import { ListDomainTokens } from './list-domain-tokens'
import { Makers } from './makers'
import { OpenZoneLink } from './open-zone-link'
import { ZoneLinks } from './zone-links'

/** Links that open one zone to people without an account. */
@Module({
  imports: [ChangingModule, ReadingModule],
  controllers: [ChangeZoneByLink, CreateDomainToken, DeleteDomainToken, ListDomainTokens, OpenZoneLink],
  providers: [Makers, ZoneLinks],
})
export class LinksModule {}
