import type { IdnTable } from '../extensions/idn.store'
import type { TldRules } from '../model/tld-rules'
import type { LaunchPhase } from '../objects/tld-rules.store'
import type { SessionRules } from '../sessions/session-policy.store'

/** The ordinary session rules. */
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

/** Session rules of the RRI endpoint (DENIC-29, session management). */
export const rriSessionRules: SessionRules = {
  ...sessionRules,
  maxFrameOctets: 64 * 1024,
  idleSeconds: 300,
  maxSessions: 7,
  maxLoginAttempts: 10,
}

/** Session rules of a strict registry. */
const strictSessionRules: SessionRules = {
  ...sessionRules,
  idleSeconds: 300,
  maxSessions: 1,
  reusedClTRID: 'refused',
  commandsPerMinute: 100,
  errorPenaltyMs: 1000,
}

/** A simulated kind of registry, and its TLDs. */
export interface Profile {
  readonly name: string
  readonly rules: TldRules
  /** The session rules at the profile's own endpoint, when they differ from the ordinary ones. */
  readonly sessionRules?: SessionRules
  readonly tlds: readonly {
    readonly name: string
    readonly redemptionDays?: number
    readonly launchPhase?: LaunchPhase
  }[]
}

/** A gTLD registry according to ICANN's agreements and RFC 3915. */
export const ordinaryRules: TldRules = {
  hosts: 'objects',
  maxHosts: 13,
  hostCheck: 'none',
  contacts: 'required',
  contactCounts: {},
  minPeriodYears: 1,
  defaultPeriodYears: 1,
  maxPeriodYears: 10,
  periods: {},
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
  dialect: 'plain',
  options: {},
}

/** Verisign's shared registry: no contacts, and languages in place of tables. */
const verisign: TldRules = {
  ...ordinaryRules,
  contacts: 'prohibited',
  extensions: ordinaryRules.extensions.filter((name) => name !== 'idn'),
  idnTables: [],
  dialect: 'verisign',
}

/** A ccTLD registry: no host objects, no refunds, forty days to restore, then the domain is purged. */
const national: TldRules = {
  ...ordinaryRules,
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

/** The same, with DS records and with transfers that the losing registrar answers. */
const pendingNational: TldRules = {
  ...national,
  transfer: 'pending',
  transferDays: 8,
  secDns: 'ds',
  redemptionDays: 30,
}

const months = (count: number) => [{ unit: 'm' as const, min: count, max: count }]

export const profiles: readonly Profile[] = [
  {
    name: 'gtld',
    rules: ordinaryRules,
    tlds: [...['org', 'info', 'sandbox'].map((name) => ({ name })), { name: 'launch', launchPhase: 'sunrise' }],
  },
  { name: 'verisign-com', rules: { ...verisign, options: { subProduct: 'dotCOM' } }, tlds: [{ name: 'com' }] },
  { name: 'verisign-net', rules: { ...verisign, options: { subProduct: 'dotNET' } }, tlds: [{ name: 'net' }] },
  {
    name: 'thin',
    rules: { ...ordinaryRules, contacts: 'prohibited', restore: 'immediate', extensions: ['rgp', 'secDNS', 'fee'] },
    tlds: [{ name: 'thin' }],
  },
  {
    name: 'cctld-instant',
    rules: { ...national, renewal: 'none' },
    tlds: [{ name: 'instant', redemptionDays: 30 }],
  },
  {
    name: 'denic',
    rules: { ...national, renewal: 'none', extensions: [], dialect: 'denic' },
    tlds: [{ name: 'de', redemptionDays: 30 }],
  },
  { name: 'eurid', rules: { ...national, transferYears: 1, dialect: 'eurid' }, tlds: [{ name: 'eu' }] },
  {
    name: 'sidn',
    rules: {
      ...national,
      renewal: 'none',
      periods: { create: [...months(1), ...months(3), ...months(12)] },
      dialect: 'sidn',
    },
    tlds: [{ name: 'nl' }],
  },
  { name: 'cctld-pending', rules: pendingNational, tlds: [{ name: 'uk', redemptionDays: 60 }] },
  { name: 'afnic', rules: { ...pendingNational, dialect: 'afnic' }, tlds: [{ name: 'fr' }] },
  { name: 'dnsbe', rules: { ...national, renewal: 'none', dialect: 'dnsbe' }, tlds: [{ name: 'be' }] },
  {
    name: 'strict',
    rules: {
      ...ordinaryRules,
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
    rules: {
      ...ordinaryRules,
      processing: 'pending',
      processingSeconds: 60,
      extensions: ['rgp', 'secDNS'],
      idnTables: [],
    },
    tlds: [{ name: 'async' }],
  },
]

/** First labels of names that are taken, reserved or premium under every TLD from the start. */
export const firstLabels = { taken: ['taken', 'occupied', 'rival'], reserved: ['reserved'], premium: ['premium'] }

/**
 * Names of documentation (RFC 2606 section 3) with name servers, since examples delegate to them. Their sponsor is an
 * account without a password, as for the names in each phase.
 */
export const documentation = {
  names: ['example.com', 'example.net', 'example.org'],
  /** Addresses are in the networks of documentation (RFC 5737, RFC 3849). */
  hosts: Array.from({ length: 9 }, (_, n) => ({
    label: `ns${n + 1}`,
    addresses: [`192.0.2.${n + 1}`, `2001:db8::${n + 1}`],
  })),
}

/** The letters of each IDN table; digits and hyphens are always allowed. */
export const idnTables: readonly IdnTable[] = [
  { name: 'es', letters: 'áéíñóúü', takesLatin: true },
  { name: 'de', letters: 'äöüß', takesLatin: true },
  { name: 'cyrl', letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюяё', takesLatin: false },
]

/** A label in the trademark clearinghouse, and its claim key. */
export const trademark = { label: 'trademark', claimKey: '2027030100/1/2/3/sandbox-trademark-0001' }

/** Prices of a year of a premium name and of its renewal, in the currency of its profile. */
export const premiumCents = { create: 10_000, renew: 5_000 }

/** The allocation token of every reserved name (RFC 8495). */
export const reservedToken = 'Reserved-0ne-Token'

/** The sponsor of the taken names, and the authInfo to transfer one. */
export const rival = { clID: 'rival', contactId: 'rival-holder', authInfo: 'Rival-0ne-Code' }
