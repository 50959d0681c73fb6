import { Injectable } from '@nestjs/common'
import type { RegisteredContact } from '@nameyard/contracts/registry/read-domains'
import { textOf } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { infoContact } from '@nameyard/epp/contact/info'
import { infoHost } from '@nameyard/epp/host/info'
import type { Response } from '@nameyard/epp/response'
import { OBJECT_DOES_NOT_EXIST } from '@nameyard/epp/result-code'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import type { RegistryTld } from '../dialects/dialect'
import { isOurs } from '../dialects/model/seen'
import { agreedTld } from '../dialects/tld-rules'
import type { ReadNames } from '../operations/driver'
import { inTurn } from '../operations/in-turn'
import type { Registry } from '../registries/registry'
import { EppSessions } from '../sessions/epp-sessions'
import { queryTRID } from '../sessions/query-trid'
import { contactOnWire, domainOnWire, hostsBelow } from './registered-objects'

type Read = ReadNames['domains'][number]

/** Reads domains, with their contacts and hosts, at registries that speak EPP. */
@Injectable()
export class EppRead {
  constructor(
    private readonly pools: EppSessions,
    private readonly codes: AuthCodeCipher,
    private readonly clock: Clock,
  ) {}

  async read(registry: Registry, names: readonly string[], until: number): Promise<ReadNames> {
    const domains = await inTurn(names, (name) => this.domain(registry, name, until))
    // Each contact with the rules of a TLD whose domain uses it.
    const used = new Map(
      domains.flatMap(({ name, domain }) =>
        [domain?.registrant, ...Object.values(domain?.contacts ?? {})].flatMap((id) =>
          id === undefined ? [] : [[id, rulesOf(registry, name)!] as const],
        ),
      ),
    )
    const contacts = await inTurn([...used], ([id, tld]) => this.contact(registry, tld, id, until))
    return { domains, contacts: contacts.filter((contact) => contact !== undefined) }
  }

  private async domain(registry: Registry, name: string, until: number): Promise<Read> {
    const tld = rulesOf(registry, name)
    if (!tld) return { name, presence: 'elsewhere' }
    const answer = await this.ask(registry, tld, (terms) => terms.dialect.info(name, undefined, terms), until)
    if (typeof answer === 'string') return { name, presence: 'unreadable', reason: answer }
    if (answer.outcome === 'refused') {
      if (answer.code === OBJECT_DOES_NOT_EXIST) return { name, presence: 'missing' }
      const isForeign = answer.class === 'sponsorship' || answer.class === 'authInfo'
      return isForeign ? { name, presence: 'foreign' } : { name, presence: 'unreadable', reason: textOf(answer) }
    }
    const seen = answer.data!
    if (!isOurs(seen, registry.registrarId)) return { name, presence: 'foreign' }
    const glue = await this.glue(registry, tld, hostsBelow(seen), until)
    if (typeof glue === 'string') return { name, presence: 'unreadable', reason: glue }
    const code = seen.authInfo?.pw
    const authInfo = code ? { authInfo: this.codes.seal(name, code) } : {}
    return { name, presence: 'ours', domain: { ...domainOnWire(seen, glue), ...authInfo } }
  }

  /** Returns the addresses of host objects, or why they cannot be read. */
  private async glue(registry: Registry, tld: RegistryTld, hosts: readonly string[], until: number) {
    const found = new Map<string, readonly string[]>()
    for (const host of hosts) {
      const answer = await this.ask(registry, tld, () => infoHost(host), until)
      if (typeof answer === 'string') return answer
      if (answer.outcome === 'refused') return `${host}: ${textOf(answer)}`
      found.set(host, answer.data!.addresses)
    }
    return found
  }

  private async contact(
    registry: Registry,
    tld: RegistryTld,
    id: string,
    until: number,
  ): Promise<RegisteredContact | undefined> {
    const answer = await this.ask(registry, tld, () => infoContact(id), until)
    return typeof answer === 'string' || answer.outcome === 'refused' ? undefined : contactOnWire(answer.data!)
  }

  /** Sends a query. Returns why there is no answer when the registry cannot be reached. */
  private async ask<Data>(
    registry: Registry,
    tld: RegistryTld,
    question: (terms: RegistryTld) => Command<Data>,
    until: number,
  ): Promise<Response<Data> | string> {
    try {
      return await this.pools.of(registry.account).withSession(async (session) => {
        if (this.clock.machineMs() > until) throw new Error('the deadline of the request has passed')
        const terms = agreedTld(tld, session.extensions)
        return session.transact(terms.dialect.finish(question(terms), terms), { clTRID: queryTRID() })
      }, true)
    } catch (error) {
      return (error as Error).message
    }
  }
}

function rulesOf(registry: Registry, name: string): RegistryTld | undefined {
  return registry.tlds.get(name.slice(name.indexOf('.') + 1))
}
