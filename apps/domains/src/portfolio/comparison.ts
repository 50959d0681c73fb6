import { Injectable } from '@nestjs/common'
import { matchContacts } from '@nameyard/contracts/customers/match-contacts'
import type { PortfolioComparison, PortfolioDifference } from '@nameyard/contracts/domains/compare-portfolio'
import type { Call } from '@nameyard/contracts/operation'
import { readDomains, type RegisteredContact } from '@nameyard/contracts/registry/read-domains'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { Domain } from '../lifecycle/model/domain'
import { heldPhases } from '../lifecycle/model/lifecycle'
import { DesiredState } from '../registry/desired-state'
import { rulesOf } from '../tlds/catalogue'
import type { Found } from './model/adoption'
import { differencesOf, type Both, type Matches } from './model/differences'
import { busyDomains, liveOfNames } from './portfolio-domains.store'

/** A name here and at the registry. */
export interface Compared {
  readonly name: string
  /** The live domain or order here. */
  readonly domain: Domain | undefined
  readonly found: Found
  readonly comparison: PortfolioComparison
  readonly differences: readonly PortfolioDifference[]
}

/** What was read of some names. */
export interface Read {
  readonly names: readonly Compared[]
  readonly contacts: ReadonlyMap<string, RegisteredContact>
  readonly matches: Matches
}

/** Compares domains with their registry. Changes nothing. */
@Injectable()
export class Comparison {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly desired: DesiredState,
    private readonly clock: Clock,
  ) {}

  /** Reads names here and at their registry. Returns them in the order of the names. */
  async read(account: string, names: readonly string[], call: Call): Promise<Read> {
    const rows = new Map((await liveOfNames(this.database, names)).map((domain) => [domain.name, domain]))
    const ids = [...rows.values()].map(({ id }) => id)
    const busy = new Set((await this.database.read(busyDomains, { ids })).map(({ id }) => id))
    const read = await this.rpc.call(readDomains, { account, names: [...names] }, call)
    const contacts = new Map(read.contacts.map((contact) => [contact.id, contact]))
    const { matches: pairs } = await this.rpc.call(matchContacts, { account, contacts: read.contacts }, call)
    const matches = new Map(read.contacts.map(({ id }) => [id, pairs.filter((each) => each.id === id)] as const))
    const compared = read.domains.map((found): Compared => {
      const domain = rows.get(found.name)
      const comparison = comparisonOf(domain, domain !== undefined && busy.has(domain.id), found)
      if (comparison !== 'same' || !domain || !found.domain)
        return { name: found.name, domain, found, comparison, differences: [] }
      const differences = differencesOf(this.both(domain, found, { contacts, matches }), this.clock.now())
      return { name: found.name, domain, found, differences, comparison: differences.length > 0 ? 'different' : 'same' }
    })
    return { names: compared, contacts, matches }
  }

  /** A domain with what the registry has. */
  both(domain: Domain, found: Found, { contacts, matches }: Pick<Read, 'contacts' | 'matches'>): Both {
    const [desired, rules] = [this.desired.of(domain), rulesOf(domain)]
    return { domain, desired, rules, there: found.domain!, contacts, matches }
  }
}

function comparisonOf(domain: Domain | undefined, isBusy: boolean, { presence }: Found): PortfolioComparison {
  if (presence === 'elsewhere' || presence === 'unreadable') return presence
  if (!domain) return presence === 'ours' ? 'unknown' : 'absent'
  if (isBusy || !heldPhases.has(domain.phase)) return 'busy'
  return presence === 'ours' ? 'same' : 'gone'
}
