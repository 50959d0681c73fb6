import type { Call } from '@nameyard/contracts/operation'
import type { Fact } from './model/dmarc-order-lifecycle'

/** A provider of DMARC monitoring. All calls are idempotent. A call that throws is retried later. */
export interface DmarcProvider {
  /** Returns the target of the CNAME of a domain. It never changes for a name. */
  targetOf(name: string): string
  /** Returns the address for reports about a domain. */
  reportAddressOf(name: string): string
  /** Starts or continues to monitor a domain. The answer `false` is final. */
  begin(name: string, call: Call): Promise<Fact>
  /** Stops monitoring a domain. */
  end(name: string, call: Call): Promise<void>
}

/** Injection token of the provider. */
export const DMARC_PROVIDER = Symbol('provider of e-mail DMARC')
