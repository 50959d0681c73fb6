import type { Authority } from '@nameyard/zone/zone'
import type { DnsConfig } from './config'

/**
 * The name servers of an account, as many as the platform has: the label of the account before each name. Without a label
 * they are the platform's own names, which accounts from before that time share.
 */
export function nameserversOf(config: DnsConfig, label: string | null): readonly string[] {
  return label === null ? config.PLATFORM_NAMESERVERS : config.PLATFORM_NAMESERVERS.map((host) => `${label}.${host}`)
}

/** The SOA and NS records of the zones of an account, from the settings and the label of its name servers. */
export function authorityOf(config: DnsConfig, label: string | null): Authority {
  return {
    nameservers: nameserversOf(config, label),
    mailbox: config.SOA_MAILBOX,
    refresh: config.SOA_REFRESH,
    retry: config.SOA_RETRY,
    expire: config.SOA_EXPIRE,
    minimum: config.SOA_MINIMUM,
    soaTtl: config.SOA_TTL,
    nsTtl: config.NS_TTL,
  }
}
