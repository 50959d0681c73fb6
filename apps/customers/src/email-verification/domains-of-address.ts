import { Inject, Injectable } from '@nestjs/common'
import { listDomainsOfHandles } from '@nameyard/contracts/domains/list-domains-of-handles'
import type { Call, Result } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { findHandlesOfAddress } from './email-verification.store'

type DomainOfHandle = Result<typeof listDomainsOfHandles>['domains'][number]

/** What one question holds at most, and one answer. */
const HANDLES = 1000
const DOMAINS = 1000

/** Finds the domains of an account whose registrant has an address; asks the service that owns domains. */
@Injectable()
export class DomainsOfAddress {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Rpc) private readonly rpc: Rpc,
  ) {}

  async find(resellerId: number, address: string, call: Call): Promise<DomainOfHandle[]> {
    const customers = await this.database.read<{ handle: string }>(findHandlesOfAddress, [resellerId, address])
    const found: DomainOfHandle[] = []
    for (let first = 0; first < customers.length; first += HANDLES) {
      const handles = customers.slice(first, first + HANDLES).map(({ handle }) => handle)
      let page: DomainOfHandle[]
      let after = 0
      do {
        const asked = { resellerId, handles, after, limit: DOMAINS }
        page = (await this.rpc.call(listDomainsOfHandles, asked, call)).domains
        found.push(...page.filter(({ registrantHandle }) => handles.includes(registrantHandle)))
        after = page.at(-1)?.domainId ?? 0
      } while (page.length === DOMAINS)
    }
    return found
  }
}

/** The values of `replaceDomains` behind the verification. */
export function columnsOf(domains: readonly DomainOfHandle[]): [number[], string[], string[]] {
  return [
    domains.map(({ domainId }) => domainId),
    domains.map(({ name }) => name),
    domains.map(({ registrantHandle }) => registrantHandle),
  ]
}
