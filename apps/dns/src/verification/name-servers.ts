import { Resolver } from 'node:dns/promises'
import { Inject, Injectable, Optional } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import { dnskey } from '@nameyard/zone/record/dnskey'
import { isAtLeast, serialOf } from '@nameyard/zone/serial'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { Responder } from '../responder/responder'
import { askOverTcp } from './dns-question'
import type { Wait } from './wait'

/** Some name servers do not answer what was published. */
class NotServed extends Error {
  override readonly name = 'NotServed'

  constructor(readonly waits: readonly Wait[]) {
    super(waits.map(({ server, problem }) => `${server}: ${problem}`).join('; '))
  }
}

/** A name server that answers what was published, and since when. */
export interface Served {
  readonly server: string
  /** ISO 8601, by the clock of the platform. */
  readonly at: string
}

const QUERY_TIMEOUT_MS = 1_000
/** How long a name server may take to serve a change: PowerDNS reads its store at intervals. */
const PATIENCE_MS = 2_000
const PAUSE_MS = 20

/** Errors of a query for the SOA at a name server that does not have the zone. */
const withoutZone: ReadonlySet<string | undefined> = new Set(['EREFUSED', 'ENOTFOUND', 'ENODATA'])

/** Queries the name servers, as resolvers do. */
@Injectable()
export class NameServers {
  constructor(
    @Inject(DNS_CONFIG) private readonly config: DnsConfig,
    @Optional() @Inject(Responder) private readonly responder: Responder | undefined,
    private readonly clock: Clock,
  ) {}

  /** Waits until every name server answers the serial of a version or a later one. Throws NotServed. */
  async serve(apex: string, version: bigint): Promise<readonly Served[]> {
    const serial = serialOf(version)
    return this.all(async (resolver) => {
      const soa = await resolver.resolveSoa(apex)
      if (isAtLeast(soa.serial, serial)) return undefined
      return { problem: `it answers serial ${soa.serial} instead of ${serial}`, serial: soa.serial }
    })
  }

  /** Checks that every name server answers a DNSKEY with the given RDATA. Throws NotServed. */
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
   * Waits until no name server has the zone any more: it refuses the name like any unknown name, or answers from a zone
   * above, which has no SOA there. Throws NotServed.
   */
  async forget(apex: string): Promise<readonly Served[]> {
    return this.all(async (resolver) => {
      const serial = await resolver.resolveSoa(apex).then(
        (soa) => soa.serial,
        (error: NodeJS.ErrnoException) => {
          if (!withoutZone.has(error.code)) throw error
        },
      )
      return serial === undefined ? undefined : { problem: `it answers serial ${serial} for a deleted zone`, serial }
    })
  }

  private async all(
    problem: (resolver: Resolver) => Promise<Omit<Wait, 'server'> | undefined>,
  ): Promise<readonly Served[]> {
    const served: Served[] = []
    await this.ofEach(async (server) => {
      const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 1 })
      resolver.setServers([server])
      const end = performance.now() + PATIENCE_MS
      for (;;) {
        const found = await problem(resolver).catch((error: NodeJS.ErrnoException) => ({ problem: wordsFor(error) }))
        if (found === undefined) {
          served.push({ server, at: this.clock.now().toISOString() })
          return undefined
        }
        if (performance.now() > end) return { server, ...found }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    })
    return served
  }

  /** Queries all name servers at the same time. Throws NotServed with all problems. */
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

/** Sentences for error codes of Node's resolver. */
const words: Readonly<Record<string, string>> = {
  ETIMEOUT: 'it does not answer',
  ECONNREFUSED: 'it does not answer',
  EREFUSED: 'it refuses queries for the zone',
  ENOTFOUND: 'it has no such zone',
  ENODATA: 'it has no such zone',
  ESERVFAIL: 'it answers SERVFAIL',
}

function wordsFor({ code = '', message }: NodeJS.ErrnoException): string {
  return words[code] ?? message
}
