import { Module } from '@nestjs/common'
import { CountDomainsByGroups } from './count-domains-by-groups'
import { CountDomainsByStatus } from './count-domains-by-status'
import { CountDomainsOfNameserver } from './count-domains-of-nameserver'
import { DomainDetails } from './domain-details'
import { FindHolders } from './find-holders'
import { FindOwnedDomain } from './find-owned-domain'
import { FindRestoration } from './find-restoration'
import { GetDomain } from './get-domain'
import { GetTimeline } from './get-timeline'
import { ListDomains } from './list-domains'
import { ListDomainsOfHandles } from './list-domains-of-handles'
import { ListOperations } from './list-operations'
import { OwnerNames } from './owner-names'
import { ShownCodes } from './shown-codes'

/** Reads of domains: one, lists, counts, history and timeline. */
@Module({
  controllers: [
    CountDomainsByGroups,
    CountDomainsByStatus,
    CountDomainsOfNameserver,
    FindHolders,
    FindOwnedDomain,
    FindRestoration,
    GetDomain,
    GetTimeline,
    ListDomains,
    ListDomainsOfHandles,
    ListOperations,
  ],
  providers: [DomainDetails, OwnerNames, ShownCodes],
})
export class ReadingModule {}
