import { Resolver } from 'node:dns/promises'
import { Inject, Injectable, Optional } from '@nestjs/common'
import { dnskey } from '@nameyard/zone/record/dnskey'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { Responder } from '../responder/responder'
import { askOverTcp } from './dns-question'
import { isAtLeast, serialOf } from './zone-writer'

/** A name server does not answer what was published. */
class NotServed extends Error {
  override readonly name = 'NotServed'
}

const QUERY_TIMEOUT_MS = 1_000
/** A change reaches the built-in responder by notification, PowerDNS with its next look into its store. */
const PATIENCE_MS = 2_000
const PAUSE_MS = 20

/** What it comes to when a name server is asked for the SOA of a name at which it has no zone. */
const withoutZone: ReadonlySet<string | undefined> = new Set(['EREFUSED', 'ENOTFOUND', 'ENODATA'])

/** Asks the name servers what the world would be told. */
@Injectable()
export class NameServers {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Optional() @Inject(Responder) private readonly responder: Responder | undefined,
  ) {}

  /** Resolves when every name server answers a serial at or behind the version's; rejects with NotServed. */
  async serve(apex: string, version: bigint): Promise<void> {
    const serial = serialOf(version)
    await this.all(async (resolver) => {
      const soa = await resolver.resolveSoa(apex)
      return isAtLeast(soa.serial, serial) ? undefined : `serial ${soa.serial} instead of ${serial}`
    })
  }

  /** Resolves when every name server answers a DNSKEY of the given RDATA; rejects with NotServed. */
  async showKey(apex: string, rdata: Buffer): Promise<void> {
    await Promise.all(
      this.servers().map(async (server) => {
        const records = await askOverTcp(server, apex, dnskey.code, QUERY_TIMEOUT_MS).catch((error: Error) => {
          throw new NotServed(`${server}: ${error.message}`)
        })
        if (!records.some((each) => each.type === dnskey.code && each.rdata.equals(rdata)))
          throw new NotServed(`${server}: it does not show the key yet`)
      }),
    )
  }

  /**
   * Resolves when no name server has the zone any more: it refuses the name like any that it does not know, or answers it
   * out of a zone above, which has no SOA there.
   */
  async forget(apex: string): Promise<void> {
    await this.all(async (resolver) => {
      const answer = await resolver.resolveSoa(apex).then(
        ({ serial }) => `serial ${serial}`,
        (error: NodeJS.ErrnoException) => (withoutZone.has(error.code) ? undefined : error.message),
      )
      return answer && `${answer} for a deleted zone`
    })
  }

  private async all(problem: (resolver: Resolver) => Promise<string | undefined>): Promise<void> {
    await Promise.all(
      this.servers().map(async (server) => {
        const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 1 })
        resolver.setServers([server])
        const end = performance.now() + PATIENCE_MS
        for (;;) {
          const found = await problem(resolver).catch((error: Error) => error.message)
          if (found === undefined) return
          if (performance.now() > end) throw new NotServed(`${server}: ${found}`)
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        }
      }),
    )
  }

  private servers(): readonly string[] {
    if (this.config.DNS_VERIFY !== undefined) return this.config.DNS_VERIFY
    if (this.responder === undefined) return []
    const { host, port } = this.responder.address
    return [host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`]
  }
}
