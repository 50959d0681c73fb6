import { Controller } from '@nestjs/common'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { demandPurchase, demandRight } from '@nameyard/contracts/rights'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { isAsShown, type Delegation } from '../delegation/delegation'
import { Delegations } from '../delegation/delegations'
import { OrderedZone } from '../delegation/ordered-zone'
import { findReached, lockOwn } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { visibleStatus, type Phase } from '../lifecycle/model/lifecycle'
import { isAutorenewed } from '../lifecycle/model/timers'
import { refuseOtherName } from '../lifecycle/other-name'
import { CustomerSnapshots } from '../ordering/order-contacts'
import type { PaidOrder } from '../ordering/paid-orders'
import { PlacedOrders } from '../ordering/placed-orders'
import { tlds } from '../tlds/catalogue'
import { refuseIneligible } from '../tlds/eligibility'
import type { Tld } from '../tlds/tld'
import { handlesToSend } from './contact-changes'
import { DomainUpdates } from './domain-updates'
import { updateOf, type RequestedChanges, type Update } from './model/update'
import { PrivacyOrders } from './privacy-orders'
import { requestedChanges } from './requested-changes'

type Request = Input<typeof updateDomain>

/** An update as it was stored. Without an operation, there is no answer of the registry to wait for. */
interface Updated {
  readonly id: number
  readonly phase: Phase
  readonly operationId?: string
}

/** What the transaction of an update needs, gathered before it. */
interface Preparation {
  readonly requested: RequestedChanges
  readonly contacts: ReadonlyMap<string, ContactSnapshot>
  readonly paid: PaidOrder | undefined
}

/** Changes a domain. Values that the domain already has are accepted without effect. */
@Controller()
export class UpdateDomain {
  constructor(
    private readonly database: Database,
    private readonly delegations: Delegations,
    private readonly zone: OrderedZone,
    private readonly customers: CustomerSnapshots,
    private readonly privacy: PrivacyOrders,
    private readonly updates: DomainUpdates,
    private readonly placed: PlacedOrders,
    private readonly codes: AuthCodeCipher,
  ) {}

  @Handles(updateDomain)
  async execute(request: Request, call: Call): Promise<Result<typeof updateDomain>> {
    const { id } = request
    // A caller that sets the auth code knows it.
    if (request.reset_auth_code === true || request.auth_code !== undefined) demandRight(call, 'transfer-codes')
    const domain = await findReached(this.database, call, id)
    refuseOtherName(domain, request.domain)
    const tld = tlds.get(domain.extension) ?? fail('extension_invalid', { extension: domain.extension })
    const delegation = await this.delegation(request, domain, tld, call)
    const requested = requestedChanges(request, domain, delegation, tld, this.codes)
    const update = updateOf(domain, requested)
    const { changed } = update
    // A token without the scope to spend must not arrange a later renewal either.
    if (!isAutorenewed(domain) && isAutorenewed({ ...domain, ...changed })) demandPurchase(call)
    const contacts = await this.contacts(domain, update, call)
    const owner = changed.ownerHandle !== undefined && contacts.get(changed.ownerHandle)
    if (owner) refuseIneligible(tld, owner)
    // Refuses before the price is requested.
    if (changed.isPrivate === true) this.updates.refuse(domain, update)
    const paid = await this.privacy.price(domain, update, call)
    const template = await this.zone.templateOf(request, call)
    const nameservers = requested.nameServers ?? domain.nameServers
    const dnssec = isUnsignedAsShown(domain, request) ? undefined : { ...request, nameservers }
    const updated = await this.zone.around(domain, { template, dnssec }, call, () =>
      this.privacy.place(paid, call, (tx) => this.store(tx, request, domain, { requested, contacts, paid })),
    )
    return this.again(updated, call)
  }

  /** Replies to an update that was stored before: waits for the registry unless it has answered. */
  @Replays(updateDomain)
  async again({ id, phase, operationId }: Updated, call: Call): Promise<Result<typeof updateDomain>> {
    const reached = operationId === undefined ? phase : (await this.placed.outcomeOf({ operationId }, call)).phase
    return { id, status: visibleStatus[reached] }
  }

  /** The new delegation of a request; undefined when the domain keeps the one that it shows. */
  private async delegation(request: Request, domain: Domain, tld: Tld, call: Call): Promise<Delegation | undefined> {
    const isGiven = request.ns_group !== undefined || (request.name_servers ?? []).length > 0
    if (!isGiven || isAsShown(domain, request)) return undefined
    return this.delegations.of(request, { resellerId: domain.resellerId, name: domain.name, tld }, call)
  }

  /** The contacts that the registry gets with an update. Refuses the first role whose new handle the account does not have. */
  private async contacts(
    domain: Domain,
    { changed }: Update,
    call: Call,
  ): Promise<ReadonlyMap<string, ContactSnapshot>> {
    const handles = Object.values(handlesToSend(domain, changed))
    const known = await this.customers.byHandle(handles, domain.resellerId, call)
    const isUnknown = (handle: string | undefined) => handle !== undefined && !known.has(handle)
    if (isUnknown(changed.ownerHandle)) fail('owner_handle_invalid')
    if (isUnknown(changed.adminHandle)) fail('admin_handle_invalid')
    if (isUnknown(changed.techHandle)) fail('tech_handle_invalid')
    if (isUnknown(changed.billingHandle)) fail('billing_handle_invalid')
    return known
  }

  /** The difference is computed again on the locked row: another request may have changed it meanwhile. */
  private async store(
    tx: Tx,
    { force_registry_update }: Request,
    { id, resellerId }: Domain,
    { requested, contacts, paid }: Preparation,
  ): Promise<Updated> {
    const locked = (await lockOwn(tx, resellerId, id)) ?? fail('domain_not_found', { domain: id })
    const update = updateOf(locked, requested)
    this.privacy.refuseOtherPrice(locked, update, paid)
    this.updates.refuse(locked, update)
    const isForced = force_registry_update === true && locked.phase === 'active'
    if (update.parts.length === 0 && !isForced) return { id, phase: locked.phase }
    return { id, ...(await this.updates.store(tx, locked, update, { isForced, contacts, paid })) }
  }
}

/**
 * Whether a request repeats the DNSSEC fields that an unsigned domain shows. The zone may be signed while its key is not at
 * the registry yet. Such a request, a domain that was read and sent back, does not switch that off; the switch alone does.
 */
function isUnsignedAsShown({ zoneKeys }: Domain, { is_dnssec_enabled, dnssec_keys }: Request): boolean {
  return zoneKeys.length === 0 && is_dnssec_enabled === false && dnssec_keys?.length === 0
}
