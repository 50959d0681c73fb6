import { Module, type DynamicModule } from '@nestjs/common'
import { CheckDomains } from './availability/check-domains'
import { RegistryCheck } from './availability/registry-check'
import { DOMAINS_CONFIG, type DomainsConfig } from './config'
import { CountDomainsByGroups } from './domain/count-domains-by-groups'
import { CountDomainsOfNameserver } from './domain/count-domains-of-nameserver'
import { CreateDomain } from './domain/create-domain'
import { FindOwnedDomain } from './domain/find-owned-domain'
import { GetDomain } from './domain/get-domain'
import { ListDomains } from './domain/list-domains'
import { ListDomainsOfHandles } from './domain/list-domains-of-handles'
import { OnRegistryOperationSettled } from './domain/on-registry-operation-settled'
import { PaidOrders } from './placing/paid-orders'
import { TellPlacedOrders } from './placing/tell-placed-orders'
import { Settlements } from './registry/settlements'
import { GetTld } from './tlds/get-tld'
import { ListTlds } from './tlds/list-tlds'
import { TldDetails } from './tlds/tld-details'

@Module({})
export class DomainsModule {
  static with(config: DomainsConfig): DynamicModule {
    return {
      module: DomainsModule,
      controllers: [
        CheckDomains,
        CountDomainsByGroups,
        CountDomainsOfNameserver,
        CreateDomain,
        FindOwnedDomain,
        GetDomain,
        GetTld,
        ListDomains,
        ListDomainsOfHandles,
        ListTlds,
        OnRegistryOperationSettled,
        TellPlacedOrders,
      ],
      providers: [{ provide: DOMAINS_CONFIG, useValue: config }, PaidOrders, RegistryCheck, Settlements, TldDetails],
    }
  }
}
