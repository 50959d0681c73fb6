import type { Call } from '@nameyard/contracts/operation'
import type { Fact } from './model/dmarc-order-life'

/**
 * Who monitors the DMARC of domains. Everything it is asked may be asked again: what is done already is done. What it
 * throws is tried again later.
 */
export interface DmarcProvider {
  /** What the CNAME of a domain must lead to; the same as long as the domain has its name. */
  targetOf(name: string): string
  /** Where reports about a domain are sent. */
  reportAddressOf(name: string): string
  /** Begins with a domain, or goes on with it for another period; `not so` when it never will. */
  begin(name: string, call: Call): Promise<Fact>
  /** Ends with a domain. */
  end(name: string, call: Call): Promise<void>
}

/** Where the provider is found. */
export const DMARC_PROVIDER = Symbol('provider of e-mail DMARC')
