import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { demandRight } from '@nameyard/contracts/rights'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { disclosed, isDisclosedAnew } from '../placing/disclosure'
import { OrderEnds } from '../placing/order-end'
import { PaidOrders, type PaidOrder } from '../placing/paid-orders'
import { Delegations } from '../hosts/delegations'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { tlds } from '../tlds/catalogue'
import { refuseIneligible } from '../tlds/eligibility'
import { isAsShown } from './delegation'
import { DnssecSwitch } from './dnssec-switch'
import { DomainChanges } from './domain-changes'
import { findOwn, lockOwn } from './domain.store'
import { desiredOf } from './model/desired'
import type { Domain } from './model/domain'
import { visibleStatus, type Phase } from './model/lifecycle'
import { privacyUntil, privacyYears } from './model/privacy'
import { isAutorenewed, plusDays } from './model/timers'
import { updateOf, type Update, type WishedDomain } from './model/update'
import { refuseOtherName } from './other-name'
import { permitted } from './permitted'
import { refuseForbidden, wishedDomain } from './wished-domain'
import { ZoneOfTemplate } from './zone-of-template'

type Request = Input<typeof updateDomain>

/** An update as it was stored; without an operation the registry has no part in it. */
interface Updated {
  readonly id: number
  readonly phase: Phase
  readonly operationId?: string
}

/** The customers that an update names, by their handles. */
type Snapshots = ReadonlyMap<string, ContactSnapshot>

/** Changes a domain. What is so already is a success without effect. */
@Controller()
export class UpdateDomain {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly orders: PaidOrders,
    private readonly ends: OrderEnds,
    private readonly clock: Clock,
    private readonly dnssec: DnssecSwitch,
    private readonly zone: ZoneOfTemplate,
    private readonly delegations: Delegations,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  @Handles(updateDomain)
  async execute(request: Request, call: Call): Promise<Result<typeof updateDomain>> {
    const resellerId = resellerOf(call)
    const domain =
      (await findOwn(this.database, resellerId, { id: request.id })) ?? fail('domain_not_found', { domain: request.id })
    refuseOtherName(domain, request.domain)
    const tld = tlds.get(domain.extension) ?? fail('extension_invalid', { extension: domain.extension })
    const namesHosts = request.ns_group !== undefined || (request.name_servers ?? []).length > 0
    const isDelegated = namesHosts && !isAsShown(domain, request)
    const delegation = isDelegated
      ? await this.delegations.of(request, { resellerId, name: domain.name, tld }, call)
      : undefined
    const wished = wishedDomain(request, domain, delegation, tld)
    // Whoever may spend nothing now may not have it spent later either.
    if (!isAutorenewed(domain) && isAutorenewed({ ...domain, ...updateOf(domain, wished).changed }))
      demandRight(call, 'purchase')
    const snapshots = await this.snapshots(domain, wished, call)
    const owner = snapshots.get(wished.ownerHandle ?? '')
    if (owner && owner.handle !== domain.ownerHandle) refuseIneligible(tld, owner)
    const update = (tx: Tx, paid?: PaidOrder) => this.update(tx, { ...wished }, snapshots, resellerId, request, paid)
    const paid = await this.privacy(domain, wished, call)
    const nameservers = wished.nameServers ?? domain.nameServers
    const template = await this.zone.chosen(request, call)
    const updated = await this.zone.around(domain, template, call, async () => {
      if (!isUnsignedAsShown(domain, request))
        await this.dnssec.turn(request, { resellerId, name: domain.name, nameservers }, call)
      return paid
        ? this.orders.place(paid, call, (tx) => update(tx, paid))
        : this.database.unitOfWork(call, (tx) => update(tx))
    })
    return this.again(updated, call)
  }

  /** The order of the privacy that is switched on; nothing where it is not, or is paid for. */
  private async privacy(domain: Domain, wished: WishedDomain, call: Call): Promise<PaidOrder | undefined> {
    const now = this.clock.now()
    const rules = tlds.get(domain.extension)!
    const { changed, parts } = updateOf(domain, wished)
    if (changed.isPrivate !== true) return undefined
    refuseForbidden(domain, changed, rules, now)
    for (const part of parts) permitted(part, domain)
    // What is on its way was priced without it.
    if (domain.phase !== 'active') fail('domain_status_prohibits', { domain: domain.name })
    const period = privacyYears(domain, now)
    if (period === 0) return undefined
    demandRight(call, 'purchase')
    const { name, extension, resellerId } = domain
    const { charge } = await this.orders.price(resellerId, { name, extension, operation: 'privacy', period }, call)
    return { operationId: uuidv7(), resellerId, charge }
  }

  /** Answers an update that was stored before: waits for the registry unless it has answered. */
  @Replays(updateDomain)
  async again({ id, phase, operationId }: Updated, call: Call): Promise<Result<typeof updateDomain>> {
    const reached = operationId === undefined ? phase : (await this.ends.of({ operationId }, call)).phase
    return { id, status: visibleStatus[reached] }
  }

  private async update(
    tx: Tx,
    wished: WishedDomain,
    snapshots: Snapshots,
    resellerId: number,
    { id, force_registry_update }: Request,
    paid: PaidOrder | undefined,
  ): Promise<Updated> {
    const before = (await lockOwn(tx, resellerId, id)) ?? fail('domain_not_found', { domain: id })
    const rules = tlds.get(before.extension)!
    const now = this.clock.now()
    const update = updateOf(before, wished)
    // What was priced is what is done: somebody else has switched it on or off meanwhile.
    const isPrivacyPaid = update.changed.isPrivate !== true || paid || privacyYears(before, now) === 0
    if (!isPrivacyPaid || (paid && update.changed.isPrivate !== true)) {
      fail('domain_status_prohibits', { domain: before.name })
    }
    refuseForbidden(before, update.changed, rules, now)
    for (const part of update.parts) permitted(part, before)
    const isForced = force_registry_update === true && before.phase === 'active'
    if (update.parts.length === 0 && !isForced) return { id, phase: before.phase }
    const after: Domain = {
      ...before,
      ...update.changed,
      ...(update.changed.comments !== undefined && { commentsChangedAt: now }),
      ...(update.changed.ownerHandle !== undefined && {
        transferLockedUntil: plusDays(now, rules.transfer.lockDays),
      }),
      privacyUntil: privacyUntil(before, update.changed.isPrivate),
      changedAt: now,
      version: before.version + 1,
    }
    await this.changes.save(tx, before, after)
    const isShownAnew = isDisclosedAnew(before, after)
    const isSubmitted = isForced || ((update.isForRegistry || isShownAnew) && isHeardNow(after))
    if (!isSubmitted) return { id, phase: after.phase }
    const rollback = { ...update.rollback, ...(isShownAnew && { privacyUntil: before.privacyUntil }) }
    const operationId = await this.submit(tx, after, { ...update, rollback }, isShownAnew, snapshots, paid)
    // What is kept for an operation that is on its way is answered at once: that one may take days.
    return { id, phase: after.phase, ...(after.phase === 'active' && { operationId }) }
  }

  private submit(
    tx: Tx,
    domain: Domain,
    { changed, rollback }: Pick<Update, 'changed' | 'rollback'>,
    isShownAnew: boolean,
    snapshots: Snapshots,
    paid: PaidOrder | undefined,
  ): Promise<string> {
    const { ownerHandle, adminHandle, techHandle, billingHandle, authCode } = isShownAnew
      ? { ...changed, ...handlesOf(domain) }
      : changed
    const contact = (handle: string | undefined) => (handle === undefined ? undefined : snapshots.get(handle))
    const [owner, admin, tech, billing] = [ownerHandle, adminHandle, techHandle, billingHandle].map(contact)
    const { registrant, ...contacts } = disclosed(domain, {
      ...(owner && { registrant: owner }),
      ...(admin && { admin }),
      ...(tech && { tech }),
      ...(billing && { billing }),
    })
    const wish: RegistryWish = {
      kind: 'domain.update',
      intent: {
        name: domain.name,
        desired: {
          ...desiredOf(domain, this.config.PARKING_NAMESERVERS),
          ...(registrant && { registrant }),
          ...(Object.keys(contacts).length > 0 && { contacts }),
          ...(authCode !== undefined && { authInfo: authCode }),
        },
      },
    }
    const { operationId, charge } = paid ?? {}
    return this.submissions.submit(tx, domain, wish, {
      purpose: 'update',
      cause: 'order',
      rollback,
      ...(operationId !== undefined && { operationId }),
      ...(charge && { charge }),
    })
  }

  /** The customers that a request newly names, or shows otherwise; the first that the account does not have is refused by its role. */
  private async snapshots(domain: Domain, wished: WishedDomain, call: Call): Promise<Snapshots> {
    const { changed } = updateOf(domain, wished)
    const after = { ...domain, ...changed }
    // Who is shown otherwise is another contact at the registry.
    const { ownerHandle, adminHandle, techHandle, billingHandle } = isDisclosedAnew(domain, after)
      ? handlesOf(after)
      : changed
    const named = [ownerHandle, adminHandle, techHandle, billingHandle]
    const handles = [...new Set(named.filter((handle) => handle !== undefined))]
    if (handles.length === 0) return new Map()
    const { snapshots } = await this.rpc.call(snapshotCustomers, { resellerId: domain.resellerId, handles }, call)
    const known = new Map(snapshots.map((snapshot) => [snapshot.handle, snapshot]))
    const isUnknown = (handle: string | undefined) => handle !== undefined && !known.has(handle)
    if (isUnknown(changed.ownerHandle)) fail('owner_handle_invalid')
    if (isUnknown(changed.adminHandle)) fail('admin_handle_invalid')
    if (isUnknown(changed.techHandle)) fail('tech_handle_invalid')
    if (isUnknown(changed.billingHandle)) fail('billing_handle_invalid')
    return known
  }
}

function handlesOf({ ownerHandle, adminHandle, techHandle, billingHandle }: Domain) {
  return { ownerHandle, adminHandle, techHandle, billingHandle }
}

/**
 * Whether a request repeats what an unsigned domain shows, the switch and the keys. The zone may be signed by then while
 * its key is not at the registry: a domain that is read and sent back does not end that, the switch alone does.
 */
function isUnsignedAsShown({ zoneKeys }: Domain, { is_dnssec_enabled, dnssec_keys }: Request): boolean {
  return zoneKeys.length === 0 && is_dnssec_enabled === false && dnssec_keys?.length === 0
}

/**
 * Whether the registry hears of a change now: of an active domain, or behind the order that is on its way, since the
 * operations of a name run in order. What is not ordered yet goes along with the order.
 */
function isHeardNow({ phase, waitsFor }: Pick<Domain, 'phase' | 'waitsFor'>): boolean {
  return waitsFor === 'money' || phase === 'active' || phase === 'transfer.queued' || phase === 'transfer.pending'
}
