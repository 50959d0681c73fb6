import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { readDomains, type RegisteredContact } from '@nameyard/contracts/registry/read-domains'
import { textOf } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { infoContact } from '@nameyard/epp/contact/info'
import { infoHost } from '@nameyard/epp/host/info'
import type { Response } from '@nameyard/epp/response'
import { OBJECT_DOES_NOT_EXIST } from '@nameyard/epp/result-code'
import { Handles } from '@nameyard/messaging/handles'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import type { RegistryTld } from '../dialects/dialect'
import { isOurs } from '../dialects/model/seen'
import { agreedTld } from '../dialects/tld-rules'
import { Registries } from '../registries/registries'
import { speaksEpp, type Registry } from '../registries/registry'
import { EppSessions } from '../sessions/epp-sessions'
import { queryTRID } from '../sessions/query-trid'
import { Sponsors } from '../sponsors/sponsors'
import { contactOnWire, domainOnWire, hostsBelow } from './registered-objects'

type Read = Result<typeof readDomains>['domains'][number]

/** Queries that are asked at a time, so that orders find a free session. */
const AT_A_TIME = 4

/** Reads domains of an account at its registry, with their contacts and hosts. */
@Controller()
export class ReadDomains {
  constructor(
    private readonly registries: Registries,
    private readonly sponsors: Sponsors,
    private readonly pools: EppSessions,
    private readonly codes: AuthCodeCipher,
    private readonly clock: Clock,
  ) {}

  @Handles(readDomains)
  async execute({ account, names }: Input<typeof readDomains>, call: Call): Promise<Result<typeof readDomains>> {
    const registry =
      this.registries.all.filter(speaksEpp).find((each) => each.account === account) ??
      fail('registry_account_not_found', { account })
    const domains = await inTurn(names, (name) => this.read(registry, name, call.deadline))
    // Each contact with the rules of a TLD whose domain uses it.
    const used = new Map(
      domains.flatMap(({ name, domain }) =>
        [domain?.registrant, ...Object.values(domain?.contacts ?? {})].flatMap((id) =>
          id === undefined ? [] : [[id, rulesOf(registry, name)!] as const],
        ),
      ),
    )
    const contacts = await inTurn([...used], ([id, tld]) => this.contact(registry, tld, id, call.deadline))
    return { domains, contacts: contacts.filter((contact) => contact !== undefined) }
  }

  private async read(registry: Registry, name: string, until: number): Promise<Read> {
    const tld = rulesOf(registry, name)
    if (!this.registries.mayHave(registry, extensionOf(name)) || !tld) return { name, presence: 'elsewhere' }
    const answer = await this.ask(registry, tld, (terms) => terms.dialect.info(name, undefined, terms), until)
    if (typeof answer === 'string') return { name, presence: 'unreadable', reason: answer }
    if (answer.outcome === 'refused') {
      if (answer.code === OBJECT_DOES_NOT_EXIST) return { name, presence: 'missing' }
      const isForeign = answer.class === 'sponsorship' || answer.class === 'authInfo'
      return isForeign ? this.notOurs(registry, name) : { name, presence: 'unreadable', reason: textOf(answer) }
    }
    const seen = answer.data!
    if (!isOurs(seen, registry.registrarId)) return this.notOurs(registry, name)
    await this.sponsors.remember(name, registry)
    const glue = await this.glue(registry, tld, hostsBelow(seen), until)
    if (typeof glue === 'string') return { name, presence: 'unreadable', reason: glue }
    const code = seen.authInfo?.pw
    const authInfo = code ? { authInfo: this.codes.seal(name, code) } : {}
    return { name, presence: 'ours', domain: { ...domainOnWire(seen, glue), ...authInfo } }
  }

  /** Another registrar sponsors the domain: a stranger, or another account of ours. */
  private async notOurs(registry: Registry, name: string): Promise<Read> {
    const sponsor = (await this.sponsors.of(name)) ?? registry
    return { name, presence: sponsor === registry ? 'foreign' : 'elsewhere' }
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

function extensionOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

function rulesOf(registry: Registry, name: string): RegistryTld | undefined {
  return registry.tlds.get(extensionOf(name))
}

/** Maps values in their order, some at a time. */
async function inTurn<From, To>(from: readonly From[], map: (each: From) => Promise<To>): Promise<To[]> {
  const results: To[] = []
  for (let at = 0; at < from.length; at += AT_A_TIME) {
    results.push(...(await Promise.all(from.slice(at, at + AT_A_TIME).map(map))))
  }
  return results
}
