import { Injectable } from '@nestjs/common'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import type { RegisteredContact } from '@nameyard/contracts/registry/read-domains'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import { ApiError, NoAnswer } from '@nameyard/sdk'
import type { NamesPage, ReadNames } from '../operations/driver'
import { inTurn } from '../operations/in-turn'
import type { UpstreamAccount } from '../registries/registry'
import { heldOf, nameOf } from './model/seen'
import { contactOf, registeredOf, rolesShown } from './registered'
import { UpstreamClient } from './upstream-client'
import type { UpstreamDomain } from './upstream-reader'

type Read = ReadNames['domains'][number]

/** Names in one question: the address of a request has them all. */
const NAMES = 20
/** Most orders and former domains of these names. */
const MOST_ORDERS = 1_000
/** Pages overlap by this many domains: those that end while the list is read move the others forward. */
const OVERLAP = 100

/** Reads the domains of an account at an upstream registrar with their customers, and lists their names. */
@Injectable()
export class UpstreamPortfolio {
  constructor(
    private readonly client: UpstreamClient,
    private readonly codes: AuthCodeCipher,
    private readonly clock: Clock,
  ) {}

  async read(account: UpstreamAccount, names: readonly string[], until: number): Promise<ReadNames> {
    const batches = Array.from({ length: Math.ceil(names.length / NAMES) }, (_, n) =>
      names.slice(n * NAMES, (n + 1) * NAMES),
    )
    const domains = (await inTurn(batches, (batch) => this.domains(account, batch, until))).flat()
    const handles = domains.flatMap(({ domain }) => [domain?.registrant, ...Object.values(domain?.contacts ?? {})])
    const used = [...new Set(handles.filter((handle) => handle !== undefined))]
    const contacts = await inTurn(used, (handle) => this.contact(account, handle, until))
    return { domains, contacts: contacts.filter((contact) => contact !== undefined) }
  }

  /** A page of the domains of the account, by their numbers. Failed orders are none. */
  async list(account: UpstreamAccount, after: string, limit: number): Promise<NamesPage> {
    const offset = Math.max(0, Number(after) - Math.min(OVERLAP, Math.floor(limit / 2)))
    const asked = { limit, offset, order_by: { id: 'asc' as const } }
    const { results, total } = await this.client.ask(account, listDomains, asked)
    const names = results.filter(({ status }) => status !== 'FAI').map(nameOf)
    const end = offset + limit
    return { names: [...new Set(names)], ...(end < total && { next: String(end) }) }
  }

  private async domains(account: UpstreamAccount, names: readonly string[], until: number): Promise<readonly Read[]> {
    const found = await this.unlessUnanswered(until, () => this.ordersOf(account, names))
    if (typeof found === 'string') return names.map((name) => ({ name, presence: 'unreadable', reason: found }))
    return names.map((name): Read => {
      const held = heldOf(found.filter((each) => nameOf(each) === name))
      if (typeof held === 'string') return { name, presence: held }
      const { auth_code: code } = held
      const authInfo = code ? { authInfo: this.codes.seal(name, code) } : {}
      return { name, presence: 'ours', domain: { ...registeredOf(held, rolesShown(account, name)), ...authInfo } }
    })
  }

  /** The orders of names, also failed ones; and of names without a domain, those that have left. */
  private async ordersOf(account: UpstreamAccount, names: readonly string[]): Promise<readonly UpstreamDomain[]> {
    const asked = { domain_names: [...names], limit: MOST_ORDERS }
    const { results: live } = await this.client.ask(account, listDomains, asked)
    const lacking = names.filter((name) => typeof heldOf(live.filter((each) => nameOf(each) === name)) === 'string')
    if (lacking.length === 0) return live
    const left = { ...asked, domain_names: lacking, is_deleted: true }
    return [...live, ...(await this.client.ask(account, listDomains, left)).results]
  }

  private async contact(
    account: UpstreamAccount,
    handle: string,
    until: number,
  ): Promise<RegisteredContact | undefined> {
    const found = await this.unlessUnanswered(until, () => this.client.ask(account, getCustomer, { handle }))
    return typeof found === 'string' ? undefined : contactOf(found)
  }

  /** Asks before the deadline. Returns why there is no answer. */
  private async unlessUnanswered<Found extends object>(
    until: number,
    ask: () => Promise<Found>,
  ): Promise<Found | string> {
    if (this.clock.machineMs() > until) return 'the deadline of the request has passed'
    try {
      return await ask()
    } catch (error) {
      if (error instanceof ApiError) return error.desc
      if (error instanceof NoAnswer) return error.message
      throw error
    }
  }
}
