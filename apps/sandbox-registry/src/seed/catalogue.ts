import type { TldRules } from '../commands/domain/domain.store'
import type { SessionPolicy } from '../server/session-policy.store'

/** How the registry treats connections until its policy is changed. */
export const sessionPolicy: SessionPolicy = {
  serverId: 'Nameyard Sandbox Registry',
  maxFrameOctets: 4 * 1024 * 1024,
  idleSeconds: 600,
  absoluteSeconds: 24 * 3600,
  maxSessions: 10,
  maxLoginAttempts: 3,
  maxCheckObjects: 50,
  reusedClTRID: 'allowed',
}

/** The kinds of registry that are played, each with the TLDs that are kept that way. */
export const profiles: readonly (TldRules & { readonly name: string; readonly tlds: readonly string[] })[] = [
  {
    name: 'gtld',
    tlds: ['com', 'net', 'org', 'info', 'sandbox'],
    hosts: 'objects',
    maxHosts: 13,
    contacts: 'required',
    minPeriodYears: 1,
    defaultPeriodYears: 1,
    maxPeriodYears: 10,
  },
  {
    name: 'cctld-instant',
    tlds: ['nl', 'be', 'eu', 'de', 'uk', 'fr'],
    hosts: 'attributes',
    maxHosts: 13,
    contacts: 'required',
    minPeriodYears: 1,
    defaultPeriodYears: 1,
    maxPeriodYears: 10,
  },
]

/** First labels of names that exist, or cannot be had, under every TLD from the start. */
export const firstLabels = { taken: ['taken', 'occupied', 'rival'], reserved: ['reserved'], premium: ['premium'] }

/** Who has the taken names, and what is needed to take one over. */
export const rival = { clID: 'rival', contactId: 'rival-holder', authInfo: 'Rival-0ne-Code' }
