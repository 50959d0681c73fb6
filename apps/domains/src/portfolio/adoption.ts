import { Injectable } from '@nestjs/common'
import type { PortfolioFindings, PortfolioState } from '@nameyard/contracts/domains/portfolio-job'
import type { Call } from '@nameyard/contracts/operation'
import { readDomains, type RegisteredContact, type RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { addToHistory } from '../lifecycle/history.store'
import { rulesOf } from '../tlds/catalogue'
import { adoptedDomain, contactsOf, notesOf, obstacleOf, type Adopted, type Found } from './model/adoption'
import { Parties } from './parties'
import { accountsOfNames, type ClaimedName } from './portfolio.store'

/** What became of a name. `retry`: the registry did not answer. */
export interface Verdict {
  readonly name: string
  readonly state: PortfolioState | 'retry'
  readonly findings: PortfolioFindings
}

/** A name that can be adopted. */
interface Ready {
  readonly claimed: ClaimedName
  readonly domain: RegisteredDomain
  readonly findings: PortfolioFindings
}

/** What was found about some names. */
interface Examined {
  readonly ready: readonly Ready[]
  readonly others: readonly Verdict[]
  readonly contacts: ReadonlyMap<string, RegisteredContact>
}

/**
 * Makes rows of domains that the platform sponsors at a registry and does not know. Only reads at the registry, charges
 * nothing, and starts no mail: the rows are not renewed automatically.
 */
@Injectable()
export class Adoption {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly parties: Parties,
    private readonly changes: DomainChanges,
    private readonly clock: Clock,
  ) {}

  /** Says of each name whether it can be adopted. Changes nothing. */
  async examine(account: string, names: readonly ClaimedName[], call: Call): Promise<readonly Verdict[]> {
    const { ready, others } = await this.read(account, names, call)
    return [...others, ...ready.map(({ claimed, findings }) => ({ ...claimed, state: 'ready' as const, findings }))]
  }

  /**
   * Adopts names in one transaction, together with `save`, which stores their states. The unique index of live names decides
   * whether a name is adopted: it cannot be taken twice.
   */
  async adopt(
    account: string,
    names: readonly ClaimedName[],
    call: Call,
    save: (tx: Tx, verdicts: readonly Verdict[]) => Promise<void>,
  ): Promise<void> {
    const { ready, others, contacts } = await this.read(account, names, call)
    const used = ready.map(({ claimed, domain }) => ({ resellerId: claimed.resellerId, ids: contactsOf(domain) }))
    const handles = await this.parties.handlesOf(account, used, contacts, call)
    await this.database.unitOfWork(call, async (tx) => {
      const verdicts = [...others]
      for (const [spread, { claimed, domain, findings }] of ready.entries()) {
        const leavesZones = findings.zones !== undefined
        const isNew = await this.insert(tx, account, {
          ...claimed,
          domain,
          handles: handles.get(claimed.resellerId) ?? new Map(),
          leavesZones,
          spread,
        })
        verdicts.push({ name: claimed.name, state: isNew ? 'done' : 'present', findings: isNew ? findings : {} })
      }
      await save(tx, verdicts)
    })
  }

  private async insert(tx: Tx, account: string, adopted: Adopted): Promise<boolean> {
    const now = this.clock.now()
    const rules = rulesOf({ extension: adopted.name.slice(adopted.name.indexOf('.') + 1) })
    const domain = await this.changes.create(tx, adoptedDomain(adopted, rules, now))
    if (!domain) return false
    await addToHistory(tx, domain, { happenedAt: now, contents: `Adopted from the registry account ${account}.` })
    return true
  }

  private async read(account: string, names: readonly ClaimedName[], call: Call): Promise<Examined> {
    const live = await this.database.read(accountsOfNames, { names: names.map(({ name }) => name) })
    const holders = new Map(live.map(({ name, resellerId }) => [name, resellerId]))
    const here = names.flatMap(({ name, resellerId }) => {
      const holder = holders.get(name)
      return holder === undefined ? [] : [known(name, holder, resellerId)]
    })
    const asked = names.filter(({ name }) => !holders.has(name))
    if (asked.length === 0) return { ready: [], others: here, contacts: new Map() }
    const read = await this.rpc.call(readDomains, { account, names: asked.map(({ name }) => name) }, call)
    const contacts = new Map(read.contacts.map((contact) => [contact.id, contact]))
    const found = new Map(read.domains.map((each) => [each.name, each]))
    const isKnown = await this.parties.ownersOf(asked, call)
    const judged = asked.map((claimed) => this.judge(claimed, found.get(claimed.name)!, contacts, isKnown))
    const ready = judged.flatMap((each) => ('domain' in each ? [each] : []))
    const others = judged.flatMap((each) => ('domain' in each ? [] : [each]))
    return { ready: await this.withZones(ready, call), others: [...here, ...others], contacts }
  }

  private judge(
    claimed: ClaimedName,
    found: Found,
    contacts: ReadonlyMap<string, RegisteredContact>,
    isKnown: (claimed: ClaimedName) => boolean,
  ): Ready | Verdict {
    const { name, owner, resellerId } = claimed
    const reason = isKnown(claimed)
      ? obstacleOf(found, contacts, owner, this.clock.now())
      : `has the owner ${owner}, who is no customer of reseller ${resellerId}`
    if (reason === undefined) return { claimed, domain: found.domain!, findings: notesOf(found.domain!) }
    return { name, state: found.presence === 'unreadable' ? 'retry' : 'refused', findings: { reason } }
  }

  private async withZones(ready: readonly Ready[], call: Call): Promise<readonly Ready[]> {
    const zones = await this.parties.zonesAt(
      ready.map(({ claimed }) => claimed),
      call,
    )
    return ready.map((each) => {
      const others = zones.get(each.claimed.name)
      return others ? { ...each, findings: { ...each.findings, zones: others } } : each
    })
  }
}

/** A name that is live here already. */
function known(name: string, holder: number, resellerId: number): Verdict {
  if (holder === resellerId) return { name, state: 'present', findings: {} }
  return { name, state: 'refused', findings: { reason: `is a domain or an order of reseller ${holder} here` } }
}
