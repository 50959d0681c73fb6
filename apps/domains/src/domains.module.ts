import { Module, type DynamicModule } from '@nestjs/common'
import { CheckDomains } from './availability/check-domains'
import { RegistryCheck } from './availability/registry-check'
import { SuggestNames } from './availability/suggest-names'
import { DOMAINS_CONFIG, type DomainsConfig } from './config'
import { CountDomainsByGroups } from './domain/count-domains-by-groups'
import { CountDomainsByStatus } from './domain/count-domains-by-status'
import { CountDomainsOfNameserver } from './domain/count-domains-of-nameserver'
import { CreateDomain } from './domain/create-domain'
import { DeleteDomain } from './domain/delete-domain'
import { DnssecSwitch } from './domain/dnssec-switch'
import { DomainChanges } from './domain/domain-changes'
import { DomainDetails } from './domain/domain-details'
import { FindOwnedDomain } from './domain/find-owned-domain'
import { FindRestoration } from './domain/find-restoration'
import { GetDomain } from './domain/get-domain'
import { GetTimeline } from './domain/get-timeline'
import { LifecycleMetrics } from './domain/lifecycle-metrics'
import { ListDomains } from './domain/list-domains'
import { ListDomainsOfHandles } from './domain/list-domains-of-handles'
import { ListOperations } from './domain/list-operations'
import { lifecycleFaults } from './domain/model/lifecycle-check'
import { OnAutoRenewalChanged } from './domain/on-auto-renewal-changed'
import { OnRegistryMessageReceived } from './domain/on-registry-message-received'
import { OnRegistryOperationPending } from './domain/on-registry-operation-pending'
import { OnRegistryOperationSettled } from './domain/on-registry-operation-settled'
import { OnRegistryOperationUnpaid } from './domain/on-registry-operation-unpaid'
import { OnSuspensionChanged } from './domain/on-suspension-changed'
import { OnTimerDue } from './domain/on-timer-due'
import { Outcomes } from './domain/outcomes'
import { OwnerNames } from './domain/owner-names'
import { RemoveDomain } from './domain/remove-domain'
import { RenewDomain } from './domain/renew-domain'
import { RestartLastOperation } from './domain/restart-last-operation'
import { RestoreDomain } from './domain/restore-domain'
import { SetZoneKey } from './domain/set-zone-key'
import { UpdateDomain } from './domain/update-domain'
import { WhenRenewalDue } from './domain/when-renewal-due'
import { WhenRulesChange } from './domain/when-rules-change'
import { ZoneOfTemplate } from './domain/zone-of-template'
import { HeldOrders } from './placing/held-orders'
import { NameOrders } from './placing/name-orders'
import { OrderEnds } from './placing/order-end'
import { OrderTruth } from './placing/order-truth'
import { PaidOrders } from './placing/paid-orders'
import { Refunds } from './placing/refunds'
import { RenewalOrders } from './placing/renewal-orders'
import { RestoreOrders } from './placing/restore-orders'
import { TellPlacedOrders } from './placing/tell-placed-orders'
import { Settlements } from './registry/settlements'
import { Submissions } from './registry/submissions'
import { ListCustomerRequirements } from './requirements/list-customer-requirements'
import { ListDomainRequirements } from './requirements/list-domain-requirements'
import { GetTld } from './tlds/get-tld'
import { ListTlds } from './tlds/list-tlds'
import { RulesInForce } from './tlds/rules-in-force'
import { SetTldRules } from './tlds/set-tld-rules'
import { SignContract } from './tlds/sign-contract'
import { TldDetails } from './tlds/tld-details'
import { AccountTransfers } from './transfer/account-transfers'
import { AnswerTransferAuthorization } from './transfer/answer-transfer-authorization'
import { ApproveTransfer } from './transfer/approve-transfer'
import { Authorizations } from './transfer/authorizations'
import { FindTransferAuthorization } from './transfer/find-transfer-authorization'
import { GetAuthcode } from './transfer/get-authcode'
import { IncomingTransfers } from './transfer/incoming-transfers'
import { ResetAuthcode } from './transfer/reset-authcode'
import { SendFoa } from './transfer/send-foa'
import { TradeDomain } from './transfer/trade-domain'
import { TransferDomain } from './transfer/transfer-domain'
import { Delegations } from './hosts/delegations'
import { DeleteHost } from './hosts/delete-host'
import { HostOperations } from './hosts/host-operations'
import { RenamedHosts } from './hosts/renamed-hosts'
import { SetHost } from './hosts/set-host'

@Module({})
export class DomainsModule {
  static with(config: DomainsConfig): DynamicModule {
    const faults = lifecycleFaults()
    if (faults.length > 0) throw new Error(`the life of a domain is not whole: ${faults.join('; ')}`)
    return {
      module: DomainsModule,
      controllers: [
        CheckDomains,
        SuggestNames,
        CountDomainsByGroups,
        CountDomainsByStatus,
        CountDomainsOfNameserver,
        CreateDomain,
        DeleteDomain,
        FindOwnedDomain,
        FindRestoration,
        GetDomain,
        GetTimeline,
        ListDomains,
        ListDomainsOfHandles,
        ListOperations,
        OnAutoRenewalChanged,
        OnRegistryMessageReceived,
        OnRegistryOperationPending,
        OnRegistryOperationSettled,
        OnRegistryOperationUnpaid,
        OnSuspensionChanged,
        OnTimerDue,
        RemoveDomain,
        RenewDomain,
        RestartLastOperation,
        RestoreDomain,
        SetZoneKey,
        SetHost,
        DeleteHost,
        UpdateDomain,
        TellPlacedOrders,
        ListCustomerRequirements,
        ListDomainRequirements,
        GetTld,
        ListTlds,
        SetTldRules,
        SignContract,
        AnswerTransferAuthorization,
        ApproveTransfer,
        FindTransferAuthorization,
        GetAuthcode,
        ResetAuthcode,
        SendFoa,
        TradeDomain,
        TransferDomain,
      ],
      providers: [
        { provide: DOMAINS_CONFIG, useValue: config },
        DomainChanges,
        Delegations,
        HostOperations,
        RenamedHosts,
        DnssecSwitch,
        ZoneOfTemplate,
        DomainDetails,
        Outcomes,
        AccountTransfers,
        Authorizations,
        HeldOrders,
        IncomingTransfers,
        LifecycleMetrics,
        NameOrders,
        OrderEnds,
        OrderTruth,
        OwnerNames,
        PaidOrders,
        Refunds,
        RenewalOrders,
        RestoreOrders,
        RegistryCheck,
        Settlements,
        Submissions,
        RulesInForce,
        TldDetails,
        WhenRenewalDue,
        WhenRulesChange,
      ],
    }
  }
}
