import type { Authority } from '@nameyard/zone/zone'
import type { DnsConfig } from './config'

/** What the settings say about the top of every zone. */
export function authorityOf(config: DnsConfig): Authority {
  return {
    nameservers: config.PLATFORM_NAMESERVERS,
    mailbox: config.SOA_MAILBOX,
    refresh: config.SOA_REFRESH,
    retry: config.SOA_RETRY,
    expire: config.SOA_EXPIRE,
    minimum: config.SOA_MINIMUM,
    soaTtl: config.SOA_TTL,
    nsTtl: config.NS_TTL,
  }
}
