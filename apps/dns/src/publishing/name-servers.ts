import { Resolver } from 'node:dns/promises'
import { Inject, Injectable, Optional } from '@nestjs/common'
import { dnskey } from '@nameyard/zone/record/dnskey'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { Responder } from '../responder/responder'
import { askOverTcp } from './dns-question'
import { isAtLeast, serialOf, type Wait } from './zone-writer'

/** Name servers do not answer what was published. */
class NotServed extends Error {
  override readonly name = 'NotServed'

  constructor(readonly waits: readonly Wait[]) {
    super(waits.map(({ server, problem }) => `${server}: ${problem}`).join('; '))
  }
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
      if (isAtLeast(soa.serial, serial)) return undefined
      return { problem: `it answers serial ${soa.serial} instead of ${serial}`, serial: soa.serial }
    })
  }

  /** Resolves when every name server answers a DNSKEY of the given RDATA; rejects with NotServed. */
  async showKey(apex: string, rdata: Buffer): Promise<void> {
    await this.ofEach((server) =>
      askOverTcp(server, apex, dnskey.code, QUERY_TIMEOUT_MS).then(
        (records) => {
          const isShown = records.some((each) => each.type === dnskey.code && each.rdata.equals(rdata))
          return isShown ? undefined : { server, problem: 'it does not show the key yet' }
        },
        ({ message }: Error) => ({ server, problem: message }),
      ),
    )
  }

  /**
   * Resolves when no name server has the zone any more: it refuses the name like any that it does not know, or answers it
   * out of a zone above, which has no SOA there.
   */
  async forget(apex: string): Promise<void> {
    await this.all(async (resolver) => {
      const serial = await resolver.resolveSoa(apex).then(
        (soa) => soa.serial,
        (error: NodeJS.ErrnoException) => {
          if (!withoutZone.has(error.code)) throw error
        },
      )
      return serial === undefined ? undefined : { problem: `it answers serial ${serial} for a deleted zone`, serial }
    })
  }

  private async all(problem: (resolver: Resolver) => Promise<Omit<Wait, 'server'> | undefined>): Promise<void> {
    await this.ofEach(async (server) => {
      const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 1 })
      resolver.setServers([server])
      const end = performance.now() + PATIENCE_MS
      for (;;) {
        const found = await problem(resolver).catch((error: NodeJS.ErrnoException) => ({ problem: wordsFor(error) }))
        if (found === undefined) return undefined
        if (performance.now() > end) return { server, ...found }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    })
  }

  /** Asks all name servers at once and rejects with all that is wrong. */
  private async ofEach(ask: (server: string) => Promise<Wait | undefined>): Promise<void> {
    const found = await Promise.all(this.servers().map(ask))
    const waits = found.filter((wait) => wait !== undefined)
    if (waits.length > 0) throw new NotServed(waits)
  }

  private servers(): readonly string[] {
    if (this.config.DNS_VERIFY !== undefined) return this.config.DNS_VERIFY
    if (this.responder === undefined) return []
    const { host, port } = this.responder.address
    return [host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`]
  }
}

/** What the codes of node's resolver mean for a zone that should be answered. */
const words: Readonly<Record<string, string>> = {
  ETIMEOUT: 'it does not answer',
  ECONNREFUSED: 'it does not answer',
  EREFUSED: 'it refuses questions about the zone',
  ENOTFOUND: 'it has no such zone',
  ENODATA: 'it has no such zone',
  ESERVFAIL: 'it answers SERVFAIL',
}

function wordsFor({ code = '', message }: NodeJS.ErrnoException): string {
  return words[code] ?? message
}
