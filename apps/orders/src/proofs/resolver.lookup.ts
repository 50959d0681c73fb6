import { Resolver } from 'node:dns/promises'
import type { FactoryProvider } from '@nestjs/common'
import { ORDERS_CONFIG, type OrdersConfig } from '../config'
import { DNS_LOOKUP, LookupFailed, type DnsLookup, type LookedUp } from './dns-lookup'
import type { CaaProperty } from './model/caa'

/** Attempts per server before the look-up fails. */
const TRIES = 2

/** Error codes of c-ares for NXDOMAIN and NODATA: an answer without records. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA'])

/** Queries resolvers directly, without hosts files and search lists. */
export class ResolverLookup implements DnsLookup {
  /** @param servers `address` or `address:port`. Default: the resolvers of the machine. */
  constructor(
    private readonly servers: readonly string[] | undefined,
    private readonly timeoutMs: number,
  ) {}

  async records(name: string, type: LookedUp): Promise<readonly string[]> {
    const resolver = this.resolver()
    try {
      switch (type) {
        case 'TXT':
          return (await resolver.resolveTxt(name)).map((strings) => strings.join(''))
        case 'CNAME':
          return (await resolver.resolveCname(name)).map((target) => target.toLowerCase().replace(/\.$/, ''))
      }
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      if (NOTHING.has(code)) return []
      throw new LookupFailed(`${type} of ${name}: ${message}`)
    }
  }

  async authorizations(name: string): Promise<readonly CaaProperty[]> {
    try {
      return (await this.resolver().resolveCaa(name)).flatMap(({ critical, ...properties }) =>
        Object.entries(properties).map(([tag, value]) => ({
          isCritical: critical !== 0,
          tag: tag.toLowerCase(),
          value: String(value),
        })),
      )
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      if (NOTHING.has(code) || code === 'EREFUSED') return []
      throw new LookupFailed(`CAA of ${name}: ${message}`)
    }
  }

  /** A new one for each look-up, so that no answer is cached and a server that failed is tried again. */
  private resolver(): Resolver {
    const resolver = new Resolver({ timeout: this.timeoutMs, tries: TRIES })
    if (this.servers) resolver.setServers(this.servers)
    return resolver
  }
}

/** Provides the look-up with the configured resolvers. */
export const dnsLookup: FactoryProvider<DnsLookup> = {
  provide: DNS_LOOKUP,
  inject: [ORDERS_CONFIG],
  useFactory: ({ PROOF_RESOLVERS, PROOF_LOOKUP_TIMEOUT_MS }: OrdersConfig) =>
    new ResolverLookup(PROOF_RESOLVERS, PROOF_LOOKUP_TIMEOUT_MS),
}
