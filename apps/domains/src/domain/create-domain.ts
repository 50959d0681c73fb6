import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { resolveNameserverGroup } from '@nameyard/contracts/dns/resolve-nameserver-group'
import { createDomain } from '@nameyard/contracts/domains/create-domain'
import { fail, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, Replays } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { Settlements } from '../registry/settlements'
import { requestedName, type RequestedName } from '../tlds/requested-name'
import { generateAuthCode } from './auth-code'
import { domainColumns, type DomainRow } from './domain-row'
import { insertDomain, insertRegistryOperation, liveDomain } from './domain.store'
import { delegationOf, type Delegation } from './delegation'
import { firstPhase, visibleStatus, type Phase } from './model/lifecycle'
import { refuseUnavailable } from './unavailable-options'

type Order = Input<typeof createDomain>
type Placed = Result<typeof createDomain>

/** An order as it was placed: the number of its domain and the operation that is under way. */
interface Placement {
  readonly domainId: number
  readonly operationId: string
}

const placed = statement(
  'domains.placed',
  `select ${domainColumns}, d.failure_code as "failureCode", d.failure_reason as "failureReason"
   from domain d where d.id = $1`,
)

const isUnavailable: ReadonlySet<ErrorName> = new Set(['service_unavailable', 'registry_unavailable'])

/** How long the registry may think about whether a name is taken; milliseconds. */
const CHECK_MS = 1_500

/** Time an answer needs back to the caller after the wait for the registry is over. */
const ANSWER_MS = 500

/**
 * Registers a domain: checks the order, stores it together with the registry operation it causes, and waits a short
 * time for the registry. Answers ACT when the registry was quick, REQ when it was not; the work goes on either way.
 */
@Controller()
export class CreateDomain {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly outbox: Outbox,
    private readonly settlements: Settlements,
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  @Handles(createDomain)
  async execute(order: Order, call: Call): Promise<Placed> {
    const resellerId = resellerOf(call)
    const requested = requestedName(order.domain)
    refuseUnavailable(order)
    if (order.period < requested.tld.periods.min || order.period > requested.tld.periods.max) {
      const { min, max } = requested.tld.periods
      fail('period_invalid', { problem: `.${requested.extension} takes ${min} to ${max} years` })
    }
    const [delegation, contacts, isTaken] = await Promise.all([
      delegationOf(order, requested.tld, (group) => this.rpc.call(resolveNameserverGroup, { resellerId, group }, call)),
      this.contacts(order, resellerId, call),
      this.isTaken(requested.name, call),
    ])
    if (isTaken) fail('domain_not_free', { domain: requested.name })

    const operationId = uuidv7()
    const settlement = this.settlements.expect(operationId)
    try {
      const { domainId } = await this.place(order, call, requested, delegation, contacts, operationId)
      await settlement.within(this.waitLeft(call))
      return await this.reached(domainId)
    } finally {
      settlement.forget()
    }
  }

  /** Answers an order that was placed before: waits for it unless it has ended. */
  @Replays(createDomain)
  async again({ operationId, domainId }: Placement, call: Call): Promise<Placed> {
    const settlement = this.settlements.expect(operationId)
    try {
      const reached = await this.reached(domainId)
      if (reached.status !== 'REQ') return reached
      await settlement.within(this.waitLeft(call))
      return await this.reached(domainId)
    } finally {
      settlement.forget()
    }
  }

  private waitLeft({ deadline }: Call): number {
    return Math.min(this.config.SETTLEMENT_WAIT_MS, deadline - this.clock.epochMs() - ANSWER_MS)
  }

  /**
   * Whether the registry knows the name to be taken, before there is an order for it: registries count creates of taken
   * names against us. A registry that cannot be asked now is no reason to refuse; the create will tell.
   */
  private async isTaken(name: string, call: Call): Promise<boolean> {
    try {
      const { results } = await this.rpc.call(checkNames, { names: [name] }, call, { timeoutMs: CHECK_MS })
      return results[0]?.available === false
    } catch (error) {
      if (error instanceof Refusal && isUnavailable.has(error.refusal)) return false
      throw error
    }
  }

  /** The customers of the order, copied as they are now; the first handle that does not exist is refused by its role. */
  private async contacts(order: Order, resellerId: number, call: Call) {
    const handles = {
      registrant: order.owner_handle,
      admin: order.admin_handle ?? order.owner_handle,
      tech: order.tech_handle ?? order.owner_handle,
      billing: order.billing_handle ?? order.owner_handle,
    }
    const { snapshots } = await this.rpc.call(
      snapshotCustomers,
      { resellerId, handles: [...new Set(Object.values(handles))] },
      call,
    )
    const known = new Map(snapshots.map((snapshot) => [snapshot.handle, snapshot]))
    return {
      registrant: known.get(handles.registrant) ?? fail('owner_handle_invalid'),
      admin: known.get(handles.admin) ?? fail('admin_handle_invalid'),
      tech: known.get(handles.tech) ?? fail('tech_handle_invalid'),
      billing: known.get(handles.billing) ?? fail('billing_handle_invalid'),
    } satisfies Record<string, ContactSnapshot>
  }

  /** Stores domain, operation and message in one transaction. */
  private async place(
    order: Order,
    call: Call,
    requested: RequestedName,
    { group, nameservers }: Delegation,
    { registrant, ...contacts }: Awaited<ReturnType<CreateDomain['contacts']>>,
    operationId: string,
  ): Promise<Placement> {
    const resellerId = resellerOf(call)
    const now = this.clock.now()
    const authCode = order.auth_code ?? generateAuthCode()
    return this.database.unitOfWork(call, async (tx) => {
      const domainId = await insertDomain(tx, {
        resellerId,
        name: requested.name,
        label: requested.label,
        extension: requested.extension,
        phase: firstPhase,
        type: 'NEW',
        periodYears: order.period,
        autorenew: order.autorenew,
        ownerHandle: registrant.handle,
        adminHandle: contacts.admin.handle,
        techHandle: contacts.tech.handle,
        billingHandle: contacts.billing.handle,
        resellerHandle: order.reseller_handle ?? '',
        nsGroup: group,
        nameServers: nameservers,
        authCode,
        isLocked: false,
        comments: order.comments ?? '',
        commentsChangedAt: null,
        roid: null,
        failureCode: null,
        failureReason: null,
        orderedAt: now,
        createdAt: null,
        activatedAt: null,
        registryExpiresAt: null,
        expiresAt: null,
        renewsAt: null,
        changedAt: now,
        deletedAt: null,
        version: 1,
      })
      if (domainId === undefined) {
        const [live] = await tx.query<{ resellerId: number; phase: Phase }>(liveDomain, [requested.name])
        const isOwnOrder = live?.resellerId === resellerId && visibleStatus[live.phase] === 'REQ'
        return fail(isOwnOrder ? 'domain_order_duplicate' : 'domain_not_free', { domain: requested.name })
      }
      await insertRegistryOperation(tx, {
        operationId,
        domainId,
        kind: 'domain.create',
        state: 'submitted',
        submittedAt: now,
        settledAt: null,
      })
      await this.outbox.append(tx, submitRegistryOperation, {
        kind: 'domain.create',
        operationId,
        resellerId,
        registryTld: requested.extension,
        object: requested.name,
        intent: {
          name: requested.name,
          period: { value: order.period, unit: 'y' },
          registrant,
          contacts,
          nameservers: [...nameservers],
          authInfo: authCode,
        },
      })
      return { domainId, operationId }
    })
  }

  /** The state that was reached. A name that turned out to be taken is refused, like one that was known to be. */
  private async reached(domainId: number): Promise<Placed> {
    const [row] = await this.database.read<DomainRow & { failureCode: number | null }>(placed, [domainId])
    if (!row) throw new Error(`domain ${domainId} was placed and is gone`)
    if (row.phase === 'failed' && row.failureCode === OBJECT_EXISTS) fail('domain_not_free', { domain: row.name })
    return {
      id: row.id,
      status: visibleStatus[row.phase],
      auth_code: row.authCode,
      activation_date: printDate(row.activatedAt),
      expiration_date: printDate(row.expiresAt),
      renewal_date: printDate(row.renewsAt),
    }
  }
}

/** Result code of a create whose name is taken (RFC 5730 section 3). */
const OBJECT_EXISTS = 2302
