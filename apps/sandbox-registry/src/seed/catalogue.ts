import type { LaunchPhase } from '../commands/domain/tld-rules.store'
import type { IdnTable } from '../extensions/idn.store'
import type { TldRules } from '../model/tld-rules'
import type { SessionRules } from '../server/session-policy.store'

/** How the registry treats connections until its policy is changed. */
export const sessionRules: SessionRules = {
  serverId: 'Nameyard Sandbox Registry',
  maxFrameOctets: 4 * 1024 * 1024,
  idleSeconds: 600,
  absoluteSeconds: 24 * 3600,
  maxSessions: 10,
  maxLoginAttempts: 3,
  maxCheckObjects: 50,
  reusedClTRID: 'allowed',
  commandsPerSecond: null,
  commandsPerMinute: null,
  errorPenaltyMs: 0,
  withheldExtensions: [],
}

/** How a registry treats them that has little patience. */
const strictSessionRules: SessionRules = {
  ...sessionRules,
  idleSeconds: 300,
  maxSessions: 1,
  reusedClTRID: 'refused',
  commandsPerMinute: 100,
  errorPenaltyMs: 1000,
}

/** A kind of registry that is played, with the TLDs that are kept that way. */
export interface Profile {
  readonly name: string
  readonly rules: TldRules
  /** At the profile's own door, where they are not the ordinary ones. */
  readonly sessionRules?: SessionRules
  readonly tlds: readonly {
    readonly name: string
    readonly redemptionDays?: number
    readonly launchPhase?: LaunchPhase
  }[]
}

/** A registry as ICANN's agreements and RFC 3915 have it. */
const generic: TldRules = {
  hosts: 'objects',
  maxHosts: 13,
  contacts: 'required',
  minPeriodYears: 1,
  defaultPeriodYears: 1,
  maxPeriodYears: 10,
  renewal: 'by-command',
  transfer: 'pending',
  transferDays: 5,
  transferYears: 1,
  transferLockDays: 0,
  selfTransferCode: 2106,
  addGraceDays: 5,
  renewGraceDays: 5,
  transferGraceDays: 5,
  autoRenewGraceDays: 45,
  redemptionDays: 30,
  pendingDeleteDays: 5,
  restore: 'report',
  reportDays: 7,
  processing: 'immediate',
  processingSeconds: 0,
  secDns: 'ds',
  maxSecDns: 8,
  emptyContainers: 'allowed',
  currency: 'USD',
  createCents: 800,
  renewCents: 800,
  transferCents: 800,
  restoreCents: 4000,
  extensions: ['rgp', 'secDNS', 'fee', 'launch', 'idn', 'loginSec', 'allocationToken', 'changePoll'],
  idnTables: ['es', 'de', 'cyrl'],
}

/** A registry of a country: no host objects, no refunds, forty days to restore and then the name is free. */
const national: TldRules = {
  ...generic,
  hosts: 'attributes',
  transfer: 'instant',
  transferDays: 0,
  transferYears: 0,
  selfTransferCode: 2002,
  addGraceDays: 0,
  renewGraceDays: 0,
  transferGraceDays: 0,
  autoRenewGraceDays: 0,
  redemptionDays: 40,
  pendingDeleteDays: 0,
  restore: 'immediate',
  secDns: 'key',
  maxSecDns: 4,
  currency: 'EUR',
  createCents: 400,
  renewCents: 400,
  transferCents: 400,
  restoreCents: 2000,
  extensions: ['rgp', 'secDNS', 'loginSec'],
  idnTables: [],
}

export const profiles: readonly Profile[] = [
  {
    name: 'gtld',
    rules: generic,
    tlds: [
      ...['com', 'net', 'org', 'info', 'sandbox'].map((name) => ({ name })),
      { name: 'launch', launchPhase: 'sunrise' },
    ],
  },
  {
    name: 'thin',
    rules: { ...generic, contacts: 'prohibited', restore: 'immediate', extensions: ['rgp', 'secDNS', 'fee'] },
    tlds: [{ name: 'thin' }],
  },
  {
    name: 'cctld-instant',
    rules: { ...national, renewal: 'none' },
    tlds: [{ name: 'be' }, { name: 'de', redemptionDays: 30 }],
  },
  { name: 'cctld-renewed', rules: national, tlds: [{ name: 'nl' }, { name: 'eu' }] },
  {
    name: 'cctld-pending',
    rules: { ...national, transfer: 'pending', transferDays: 8, secDns: 'ds', redemptionDays: 30 },
    tlds: [{ name: 'fr' }, { name: 'uk', redemptionDays: 60 }],
  },
  {
    name: 'strict',
    rules: {
      ...generic,
      transferLockDays: 60,
      emptyContainers: 'refused',
      extensions: ['rgp', 'secDNS'],
      idnTables: [],
    },
    sessionRules: strictSessionRules,
    tlds: [{ name: 'strict' }],
  },
  {
    name: 'async',
    rules: { ...generic, processing: 'pending', processingSeconds: 60, extensions: ['rgp', 'secDNS'], idnTables: [] },
    tlds: [{ name: 'async' }],
  },
]

/** First labels of names that exist, or cannot be had, under every TLD from the start. */
export const firstLabels = { taken: ['taken', 'occupied', 'rival'], reserved: ['reserved'], premium: ['premium'] }

/**
 * Names of documentation (RFC 2606 section 3) with name servers below them, since examples delegate to these. They are
 * of an account without a password, as the names in every phase.
 */
export const documentation = {
  names: ['example.com', 'example.net', 'example.org'],
  /** Each has its addresses in the networks of documentation (RFC 5737, RFC 3849). */
  hosts: Array.from({ length: 9 }, (_, n) => ({
    label: `ns${n + 1}`,
    addresses: [`192.0.2.${n + 1}`, `2001:db8::${n + 1}`],
  })),
}

/** What labels may hold beside digits and hyphens, by table. */
export const idnTables: readonly IdnTable[] = [
  { name: 'es', letters: 'áéíñóúü', takesLatin: true },
  { name: 'de', letters: 'äöüß', takesLatin: true },
  { name: 'cyrl', letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюяё', takesLatin: false },
]

/** A label that a trademark clearinghouse knows, and the key under which it tells of it. */
export const trademark = { label: 'trademark', claimKey: '2027030100/1/2/3/sandbox-trademark-0001' }

/** A year of a premium name, and of its renewal; in the currency of its profile. */
export const premiumCents = { create: 10_000, renew: 5_000 }

/** Opens every reserved name to who presents it (RFC 8495). */
export const reservedToken = 'Reserved-0ne-Token'

/** Accounts without a password: who has the names in every phase, and who asks for one of them. */
export const bystanders = { sponsor: 'bystander', gainer: 'bypasser', authInfo: 'Bystander-0ne-Code' }

/** Who has the taken names, and what is needed to take one over. */
export const rival = { clID: 'rival', contactId: 'rival-holder', authInfo: 'Rival-0ne-Code' }
