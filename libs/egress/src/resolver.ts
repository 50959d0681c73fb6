import { lookup, Resolver } from 'node:dns/promises'

/** Finds the addresses of a host, in the order in which they are tried; none when it has none. */
export interface HostResolver {
  /** By the DNS alone. */
  public(host: string): Promise<readonly string[]>
  /** As programs of this machine do, with its hosts file and search domains: for hosts that the operator lists. */
  listed(host: string): Promise<readonly string[]>
}

/** How often each server is asked. */
const TRIES = 2

/** Error codes of c-ares for NXDOMAIN and NODATA: an answer without records. */
const NOTHING: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA'])

/** Where hosts are looked up. */
export interface ResolverSettings {
  /** `address` or `address:port` of resolvers. Default: those of the machine. */
  readonly servers?: readonly string[] | undefined
  /** Milliseconds for an answer of a server. */
  readonly timeoutMs: number
}

/** Asks the resolvers of the operator. */
export const hostResolver = ({ servers, timeoutMs }: ResolverSettings): HostResolver => ({
  async public(host) {
    // A new one each time, so that no answer is cached. Unlike `lookup` it occupies no thread that others wait for.
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES })
    if (servers) resolver.setServers(servers)
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [four, six].flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    if (found.length > 0) return found
    const failed = [four, six].find(
      (each) => each.status === 'rejected' && !NOTHING.has((each.reason as NodeJS.ErrnoException).code),
    )
    if (failed?.status === 'rejected') throw failed.reason
    return []
  },

  async listed(host) {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  },
})
