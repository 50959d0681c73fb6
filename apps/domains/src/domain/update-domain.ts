import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { resolveNameserverGroup } from '@nameyard/contracts/dns/resolve-nameserver-group'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { OrderEnds } from '../placing/order-end'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { tlds } from '../tlds/catalogue'
import { delegationOf } from './delegation'
import { DomainChanges } from './domain-changes'
import { findOwn, lockOwn } from './domain.store'
import { desiredOf } from './model/desired'
import type { Domain } from './model/domain'
import { visibleStatus, type Phase } from './model/lifecycle'
import { plusDays } from './model/timers'
import { updateOf, type Update, type WishedDomain } from './model/update'
import { permitted } from './permitted'
import { refuseForbidden, wishedDomain } from './wished-domain'

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
    private readonly ends: OrderEnds,
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  @Handles(updateDomain)
  async execute(request: Request, call: Call): Promise<Result<typeof updateDomain>> {
    const resellerId = resellerOf(call)
    const domain =
      (await findOwn(this.database, resellerId, { id: request.id })) ?? fail('domain_not_found', { domain: request.id })
    const tld = tlds.get(domain.extension) ?? fail('extension_invalid', { extension: domain.extension })
    const isDelegated = request.ns_group !== undefined || (request.name_servers ?? []).length > 0
    const delegation = isDelegated
      ? await delegationOf(request, tld, (group) => this.rpc.call(resolveNameserverGroup, { resellerId, group }, call))
      : undefined
    const wished = wishedDomain(request, domain, delegation, tld)
    const snapshots = await this.snapshots(domain, wished, call)
    const updated = await this.database.unitOfWork(call, (tx) =>
      this.update(tx, { ...wished }, snapshots, resellerId, request),
    )
    return this.again(updated, call)
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
  ): Promise<Updated> {
    const before = (await lockOwn(tx, resellerId, id)) ?? fail('domain_not_found', { domain: id })
    const rules = tlds.get(before.extension)!
    const now = this.clock.now()
    const update = updateOf(before, wished)
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
      changedAt: now,
      version: before.version + 1,
    }
    await this.changes.save(tx, before, after)
    const isSubmitted = isForced || (update.isForRegistry && isHeardNow(after.phase))
    if (!isSubmitted) return { id, phase: after.phase }
    const operationId = await this.submit(tx, after, update, snapshots)
    // What is kept for an operation that is on its way is answered at once: that one may take days.
    return { id, phase: after.phase, ...(after.phase === 'active' && { operationId }) }
  }

  private submit(tx: Tx, domain: Domain, { changed, rollback }: Update, snapshots: Snapshots): Promise<string> {
    const { ownerHandle, adminHandle, techHandle, billingHandle, authCode } = changed
    const contact = (handle: string | undefined) => (handle === undefined ? undefined : snapshots.get(handle))
    const [registrant, admin, tech, billing] = [ownerHandle, adminHandle, techHandle, billingHandle].map(contact)
    const contacts = { ...(admin && { admin }), ...(tech && { tech }), ...(billing && { billing }) }
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
    return this.submissions.submit(tx, domain, wish, { purpose: 'update', cause: 'order', rollback })
  }

  /** The customers that a request newly names; the first that the account does not have is refused by its role. */
  private async snapshots(domain: Domain, wished: WishedDomain, call: Call): Promise<Snapshots> {
    const { changed } = updateOf(domain, wished)
    const named = [changed.ownerHandle, changed.adminHandle, changed.techHandle, changed.billingHandle]
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

/**
 * Whether the registry hears of a change now: of an active domain, or behind the transfer that is on its way, since the
 * operations of a name run in order. What is not ordered yet goes along with the order.
 */
function isHeardNow(phase: Phase): boolean {
  return phase === 'active' || phase === 'transfer.queued' || phase === 'transfer.pending'
}
