import { Module, type DynamicModule } from '@nestjs/common'
import { CheckDomains } from './availability/check-domains'
import { SuggestNames } from './availability/suggest-names'
import { RegistryCheck } from './availability/registry-check'
import { DOMAINS_CONFIG, type DomainsConfig } from './config'
import { CountDomainsByGroups } from './domain/count-domains-by-groups'
import { CountDomainsByStatus } from './domain/count-domains-by-status'
import { CountDomainsOfNameserver } from './domain/count-domains-of-nameserver'
import { CreateDomain } from './domain/create-domain'
import { DnssecSwitch } from './domain/dnssec-switch'
import { FindRestoration } from './domain/find-restoration'
import { FindOwnedDomain } from './domain/find-owned-domain'
import { SetZoneKey } from './domain/set-zone-key'
import { GetDomain } from './domain/get-domain'
import { ListDomains } from './domain/list-domains'
import { ListOperations } from './domain/list-operations'
import { ListDomainsOfHandles } from './domain/list-domains-of-handles'
import { DeleteDomain } from './domain/delete-domain'
import { DomainDetails } from './domain/domain-details'
import { DomainChanges } from './domain/domain-changes'
import { LifecycleMetrics } from './domain/lifecycle-metrics'
import { lifecycleFaults } from './domain/model/lifecycle-check'
import { OwnerNames } from './domain/owner-names'
import { RemoveDomain } from './domain/remove-domain'
import { RenewDomain } from './domain/renew-domain'
import { RestoreDomain } from './domain/restore-domain'
import { OnAutoRenewalChanged } from './domain/on-auto-renewal-changed'
import { OnRegistryMessageReceived } from './domain/on-registry-message-received'
import { OnRegistryOperationPending } from './domain/on-registry-operation-pending'
import { OnRegistryOperationSettled } from './domain/on-registry-operation-settled'
import { OnRegistryOperationUnpaid } from './domain/on-registry-operation-unpaid'
import { OnSuspensionChanged } from './domain/on-suspension-changed'
import { OnTimerDue } from './domain/on-timer-due'
import { Outcomes } from './domain/outcomes'
import { WhenRulesChange } from './domain/when-rules-change'
import { WhenRenewalDue } from './domain/when-renewal-due'
import { PaidOrders } from './placing/paid-orders'
import { TellPlacedOrders } from './placing/tell-placed-orders'
import { HeldOrders } from './placing/held-orders'
import { NameOrders } from './placing/name-orders'
import { OrderEnds } from './placing/order-end'
import { Refunds } from './placing/refunds'
import { RenewalOrders } from './placing/renewal-orders'
import { RestoreOrders } from './placing/restore-orders'
import { UpdateDomain } from './domain/update-domain'
import { GetAuthcode } from './transfer/get-authcode'
import { AnswerTransferAuthorization } from './transfer/answer-transfer-authorization'
import { Authorizations } from './transfer/authorizations'
import { FindTransferAuthorization } from './transfer/find-transfer-authorization'
import { SendFoa } from './transfer/send-foa'
import { ResetAuthcode } from './transfer/reset-authcode'
import { ApproveTransfer } from './transfer/approve-transfer'
import { RestartLastOperation } from './domain/restart-last-operation'
import { Settlements } from './registry/settlements'
import { Submissions } from './registry/submissions'
import { AccountTransfers } from './transfer/account-transfers'
import { IncomingTransfers } from './transfer/incoming-transfers'
import { TradeDomain } from './transfer/trade-domain'
import { TransferDomain } from './transfer/transfer-domain'
import { GetTimeline } from './domain/get-timeline'
import { ZoneOfTemplate } from './domain/zone-of-template'
import { GetTld } from './tlds/get-tld'
import { ListTlds } from './tlds/list-tlds'
import { ListCustomerRequirements } from './requirements/list-customer-requirements'
import { ListDomainRequirements } from './requirements/list-domain-requirements'
import { RulesInForce } from './tlds/rules-in-force'
import { SetTldRules } from './tlds/set-tld-rules'
import { SignContract } from './tlds/sign-contract'
import { TldDetails } from './tlds/tld-details'

@Module({})
export class DomainsModule {
  static with(config: DomainsConfig): DynamicModule {
    const faults = lifecycleFaults()
    if (faults.length > 0) throw new Error(`the life of a domain is not whole: ${faults.join('; ')}`)
    return {
      module: DomainsModule,
      controllers: [
        CheckDomains,
        CountDomainsByGroups,
        CountDomainsByStatus,
        CountDomainsOfNameserver,
        CreateDomain,
        DeleteDomain,
        UpdateDomain,
        GetAuthcode,
        ResetAuthcode,
        SendFoa,
        FindTransferAuthorization,
        AnswerTransferAuthorization,
        ApproveTransfer,
        RestartLastOperation,
        FindOwnedDomain,
        FindRestoration,
        SetZoneKey,
        GetDomain,
        GetTimeline,
        GetTld,
        ListDomains,
        ListDomainsOfHandles,
        ListOperations,
        ListCustomerRequirements,
        ListDomainRequirements,
        SuggestNames,
        ListTlds,
        SetTldRules,
        SignContract,
        OnAutoRenewalChanged,
        OnRegistryMessageReceived,
        OnRegistryOperationPending,
        OnRegistryOperationSettled,
        OnRegistryOperationUnpaid,
        OnSuspensionChanged,
        OnTimerDue,
        RemoveDomain,
        RenewDomain,
        RestoreDomain,
        TellPlacedOrders,
        TradeDomain,
        TransferDomain,
      ],
      providers: [
        { provide: DOMAINS_CONFIG, useValue: config },
        DomainChanges,
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
