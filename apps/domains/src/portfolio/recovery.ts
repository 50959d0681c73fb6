import { Injectable } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import type { LostCharge, LostName, RecoveryState } from '@nameyard/contracts/domains/recover-names'
import type { Call } from '@nameyard/contracts/operation'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockLiveDomain } from '../lifecycle/domain.store'
import { addToHistory } from '../lifecycle/history.store'
import type { Domain } from '../lifecycle/model/domain'
import { advance } from '../lifecycle/model/settlement'
import { rulesOf } from '../tlds/catalogue'
import { Comparison, type Compared, type Read } from './comparison'
import { LostCharges } from './lost-charges'
import { contactsOf, obstacleOf } from './model/adoption'
import { unexpectedState } from './model/differences'
import { arrivalOf, arrivals, caughtUp, journalOf, recoveredDomain, type Lost } from './model/loss'
import { Parties } from './parties'
import { keysOf, proposeCharge } from './recovered-charge.store'

/** What became of a name. */
export interface Recovered {
  readonly name: string
  readonly state: RecoveryState
  readonly resellerId?: number
  readonly reason?: string
  readonly changes: readonly string[]
  readonly charges: readonly LostCharge[]
}

/** A name that can be recovered. */
interface Plan {
  readonly compared: Compared
  readonly lost: LostName
  /** `new`: the name gets a row; `changed`: its row gets the values of the registry; `moved`: it is in another state there. */
  readonly kind: 'changed' | 'moved' | 'new'
  readonly resellerId: number
  readonly changes: readonly string[]
  readonly transactions: readonly Lost[]
}

/** The names of a request. */
export interface Asked {
  readonly account: string
  readonly since: Date
  readonly names: readonly LostName[]
}

/** Takes names and changes back that a restored backup lost. Only reads at the registry. */
@Injectable()
export class Recovery {
  constructor(
    private readonly database: Database,
    private readonly comparison: Comparison,
    private readonly parties: Parties,
    private readonly charges: LostCharges,
    private readonly changes: DomainChanges,
    private readonly clock: Clock,
  ) {}

  /** Says of each name what {@link recover} would do. Changes nothing. */
  async examine(asked: Asked, call: Call): Promise<readonly Recovered[]> {
    const { plans, others, charges } = await this.plan(asked, call)
    return [...others, ...plans.map((plan) => reported(plan, 'ready', charges.get(plan.compared.name) ?? []))]
  }

  /**
   * Recovers names in one transaction. The unique index of live names decides whether a name is taken, the lock of its row
   * whether a change is: neither happens twice, and so no charge is proposed twice.
   */
  async recover(asked: Asked, call: Call): Promise<readonly Recovered[]> {
    const { plans, others, read, charges } = await this.plan(asked, call)
    const fresh = plans.filter(({ kind }) => kind === 'new')
    const used = fresh.map(({ resellerId, compared }) => ({ resellerId, ids: contactsOf(compared.found.domain!) }))
    const handles = await this.parties.handlesOf(asked.account, used, read.contacts, call)
    const zones = await this.parties.zonesAt(
      fresh.map(({ compared: { name }, resellerId }) => ({ name, resellerId })),
      call,
    )
    return this.database.unitOfWork(call, async (tx) => {
      const recovered = [...others]
      // In one order, so that two recoveries at the same time do not wait for each other.
      const ordered = plans.toSorted((one, other) => (one.compared.name < other.compared.name ? -1 : 1))
      for (const [spread, plan] of ordered.entries()) {
        const { name } = plan.compared
        const isDone =
          plan.kind === 'new'
            ? await this.insert(tx, asked, plan, {
                handles: handles.get(plan.resellerId) ?? new Map(),
                leavesZones: zones.has(name),
                spread,
              })
            : await this.change(tx, asked, plan, read)
        const due = charges.get(name) ?? []
        if (isDone) await this.propose(tx, plan, due)
        recovered.push(isDone ? reported(plan, 'done', due) : { name, state: 'present', changes: [], charges: [] })
      }
      const done = recovered.filter(({ state }) => state === 'done').length
      const changes = { recover: { to: `${done} names` } }
      tellAudit(tx, { resellerId: null, subject: `registry account ${asked.account}`, changes })
      return recovered
    })
  }

  private async plan(asked: Asked, call: Call) {
    const given = new Map(asked.names.map((lost) => [lost.name, lost]))
    const read = await this.comparison.read(asked.account, [...given.keys()], call)
    const owners = asked.names.flatMap(({ name, resellerId, owner }) =>
      resellerId === undefined ? [] : [{ name, resellerId, owner }],
    )
    const isKnown = await this.parties.ownersOf(owners, call)
    const judged = read.names.map((compared) => {
      const lost = given.get(compared.name)!
      return compared.domain
        ? this.judgeRow({ ...compared, domain: compared.domain }, lost, asked, read)
        : this.judgeName(compared, lost, asked, read, isKnown)
    })
    const plans = judged.flatMap((each) => ('kind' in each ? [each] : []))
    const others = judged.flatMap((each) => ('kind' in each ? [] : [each]))
    const lost = plans.map(({ compared: { name }, resellerId, transactions }) => ({
      name,
      resellerId,
      lost: transactions,
    }))
    return { plans, others, read, charges: await this.charges.of(lost, asked.since, call) }
  }

  /** A name without a row. */
  private judgeName(
    compared: Compared,
    lost: LostName,
    { since }: Asked,
    { contacts, matches }: Read,
    isKnown: (name: { name: string; resellerId: number; owner: string }) => boolean,
  ): Plan | Recovered {
    const { name, found } = compared
    if (compared.comparison === 'unreadable') return refused(name, `cannot be read: ${found.reason}`, 'retry')
    const obstacle = obstacleOf(found, contacts, lost.owner, this.clock.now())
    if (obstacle !== undefined) return refused(name, obstacle)
    const there = found.domain!
    const journal = journalOf(lost, since)
    const arrival = arrivalOf(there, journal, since)
    if (!arrival)
      return refused(
        name,
        there.createdAt === undefined
          ? 'has no date of creation at the registry: give the archived journal (--journal), or adopt it (portfolio adopt)'
          : 'was here before the backup: adopt it (portfolio adopt)',
      )
    const holders = new Set((matches.get(there.registrant ?? '') ?? []).map(({ resellerId }) => resellerId))
    const resellerId = lost.resellerId ?? (holders.size === 1 ? [...holders][0] : undefined)
    if (resellerId === undefined)
      return refused(
        name,
        holders.size === 0
          ? 'has a registrant who is no customer here: give its reseller in the list'
          : 'has a registrant who is a customer of several resellers: give its reseller in the list',
      )
    if (!isKnown({ name, resellerId, owner: lost.owner }))
      return refused(name, `has the owner ${lost.owner}, who is no customer of reseller ${resellerId}`)
    const transactions = arrivals(there, journal, since)
    const changes = [`${arrival.operation === 'create' ? 'registered' : 'transferred'} ${shown(arrival.at)}`]
    return { compared, lost, kind: 'new', resellerId, changes, transactions }
  }

  /** A name with a row. */
  private judgeRow(
    compared: Compared & { readonly domain: Domain },
    lost: LostName,
    { since }: Asked,
    read: Read,
  ): Plan | Recovered {
    const { name, domain, comparison, found } = compared
    const { resellerId } = domain
    if (comparison === 'same') return { name, state: 'present', resellerId, changes: [], charges: [] }
    if (comparison === 'unreadable') return refused(name, `cannot be read: ${found.reason}`, 'retry')
    if (comparison === 'elsewhere') return refused(name, 'has an extension that this account does not serve')
    if (comparison === 'busy') return refused(name, 'has an order or operation under way: try again when it has ended')
    if (this.moved(domain, compared)) {
      const changes = [`status: ${domain.phase} → ${statesOf(compared)}`]
      return { compared, lost, kind: 'moved', resellerId, changes, transactions: [] }
    }
    if (comparison === 'gone' || domain.phase !== 'active')
      return refused(name, `is ${domain.phase} here and ${statesOf(compared)} at the registry: decide by hand`)
    const both = this.comparison.both(domain, found, read)
    const caught = caughtUp(both, journalOf(lost, since), since, this.clock.now())
    if (!caught) return refused(name, 'differs, but not since the backup: portfolio compare --repair')
    return { compared, lost, kind: 'changed', resellerId, changes: caught.changes, transactions: caught.charges }
  }

  /** The step of a domain whose registry has it no more, deletes it, or transfers it; undefined when there is none. */
  private moved(domain: Domain, { comparison, found }: Compared) {
    const event =
      comparison === 'gone'
        ? (`info.${found.presence === 'foreign' ? 'foreign' : 'missing'}` as const)
        : unexpectedState({ domain, there: found.domain! })
    if (event === undefined) return undefined
    const { statuses, graceStatuses } = found.domain ?? {}
    const view = { presence: found.presence === 'ours' ? ('ours' as const) : undefined, statuses, graceStatuses }
    return advance(domain, { event, view, isAnnounced: true }, rulesOf(domain), this.clock.now())
  }

  private async insert(
    tx: Tx,
    { account, since }: Asked,
    { compared: { name, found }, resellerId, lost }: Plan,
    more: { readonly handles: ReadonlyMap<string, string>; readonly leavesZones: boolean; readonly spread: number },
  ): Promise<boolean> {
    const now = this.clock.now()
    const there = found.domain!
    const rules = rulesOf({ extension: name.slice(name.indexOf('.') + 1) })
    const adopted = { name, resellerId, owner: lost.owner, domain: there, ...more }
    const arrival = arrivalOf(there, journalOf(lost, since), since)!
    const domain = await this.changes.create(tx, recoveredDomain(adopted, arrival, rules, now))
    if (!domain) return false
    await addToHistory(tx, domain, { happenedAt: now, contents: `Recovered from the registry account ${account}.` })
    return true
  }

  private async change(tx: Tx, { account, since }: Asked, plan: Plan, read: Read): Promise<boolean> {
    const { compared, lost, kind } = plan
    const domain = await lockLiveDomain(tx, compared.name)
    if (!domain || domain.id !== compared.domain?.id || domain.version !== compared.domain.version) return false
    const now = this.clock.now()
    const step = kind === 'moved' ? this.moved(domain, compared) : undefined
    const caught =
      kind === 'changed'
        ? caughtUp(this.comparison.both(domain, compared.found, read), journalOf(lost, since), since, now)
        : undefined
    if (step) await this.changes.apply(tx, domain, step, { cause: 'transition' })
    else if (caught) await this.changes.save(tx, domain, caught.domain)
    else return false
    await addToHistory(tx, domain, { happenedAt: now, contents: `Recovered from the registry account ${account}.` })
    return true
  }

  private async propose(
    tx: Tx,
    { compared: { name, found }, resellerId }: Plan,
    charges: readonly LostCharge[],
  ): Promise<void> {
    if (charges.length === 0) return
    const keys = keysOf(name, found.domain!, charges)
    for (const [index, charge] of charges.entries())
      await tx.query(proposeCharge, { ...charge, key: keys[index]!, resellerId, name, now: this.clock.now() })
  }
}

function reported(
  { compared, resellerId, changes }: Plan,
  state: RecoveryState,
  charges: readonly LostCharge[],
): Recovered {
  return { name: compared.name, state, resellerId, changes, charges }
}

function refused(name: string, reason: string, state: 'refused' | 'retry' = 'refused'): Recovered {
  return { name, state, reason, changes: [], charges: [] }
}

function statesOf({ found: { presence, domain } }: Compared): string {
  return domain ? [...domain.statuses, ...domain.graceStatuses].join(', ') : presence
}

function shown(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ')
}
