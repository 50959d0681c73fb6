import type { TldRuleChanges } from '@nameyard/contracts/domains/set-tld-rules'
import type { LifeRules } from '../domain/model/rules'
import { eligibleForEu, eligibleForFr, everybody, type Eligibility } from './eligibility'
import {
  cyrillic,
  greek,
  languagesOfCom,
  languagesOfInfo,
  languagesOfOrg,
  latin,
  tablesOfSandbox,
  type IdnScript,
} from './idn-scripts'

/** The rules of an extension as they are from an instant on. Registries change them with notice: a change is a row. */
export interface TldRules extends LifeRules {
  /** Open for everybody, or only for those that a launch phase admits. */
  readonly status: 'ACT' | 'PRE'
  /** Periods that can be ordered, in years. */
  readonly periods: { readonly min: number; readonly max: number }
  /** Nameservers a domain needs at least, and may have at most. */
  readonly nameservers: { readonly min: number; readonly max: number }
  /** Contacts that the registry keeps beside the registrant. */
  readonly contacts: readonly ('admin' | 'tech' | 'billing')[]
  readonly authCode: {
    /** Readable here, or sent by the registry to the registrant. */
    readonly comes: 'here' | 'by-registry'
    readonly isNeededForTrade: boolean
  }
  /** What the registry takes (RFC 5910): DS records made from keys, or the keys. */
  readonly dnssec: {
    readonly form: 'ds' | 'key'
    readonly maxRecords: number
    /** Numbers of the IANA registry of DNSSEC algorithms. */
    readonly algorithms: readonly number[]
  }
  readonly isPrivacyAllowed: boolean
  /** Whether the account can keep a domain from being transferred (RFC 5731 clientTransferProhibited). */
  readonly isLockable: boolean
  /** Whether a domain can be locked while its privacy is on. */
  readonly isLockableInPrivacy: boolean
  /** Whether a domain can be handed back to the registry instead of being deleted. */
  readonly isPushable: boolean
  /** Days before the renewal within which the account cannot delete any more; 0 where it always can. */
  readonly deleteBarDays: number
  /** What a renewal of a premium name costs: the registry's own price, or the common one. */
  readonly feeClass: 'common' | 'premium'
  /** Name of the contract with the registry; orders are refused until it is signed. */
  readonly contract: string
  readonly idnScripts: readonly IdnScript[]
  /** Characters of a name at least (of the U-label). */
  readonly minNameLength: number
  readonly eligibility: Eligibility
  /** Conditions for holding a domain, in sentences for people. */
  readonly restrictions: readonly string[]
  /** The phases of its launch, over or not; none for an extension that has been open for long. */
  readonly launchPhases: readonly LaunchPhase[]
  /** The phase that it is in; empty when it is open, or not open yet. */
  readonly launchPhase: string
}

/** A phase in which an extension opens (RFC 8334 section 2.3). */
export interface LaunchPhase {
  /** As orders name it. */
  readonly name: string
  readonly title: string
  readonly phase: 'sunrise' | 'landrush' | 'claims' | 'open' | 'custom'
}

/** An extension that is sold, with its rules of an instant. */
export interface Tld extends TldRules {
  /** A-labels without a leading dot. */
  readonly extension: string
  readonly description: { readonly text: string; readonly url: string }
  /** Delegated since ICANN's programme of 2012. */
  readonly isNewGtld: boolean
  /** Exists only to try things with; never suggested unless it is asked for by name. */
  readonly isTest: boolean
}

/** An extension with all its rules, the oldest first. */
interface CatalogueEntry {
  readonly extension: string
  readonly description: Tld['description']
  readonly isNewGtld: boolean
  readonly isTest: boolean
  readonly history: readonly { readonly from: Date; readonly rules: TldRules }[]
}

/** RSA/SHA-256, RSA/SHA-512, ECDSA P-256 and P-384, Ed25519, Ed448: what RFC 8624 lets zones be signed with. */
const algorithms = [8, 10, 13, 14, 15, 16]

/** A registry in the manner of RFC 5730 ff with redemption as ICANN's policy has it. */
const generic: TldRules = {
  status: 'ACT',
  periods: { min: 1, max: 10 },
  nameservers: { min: 2, max: 13 },
  // A renewal that is late by hours still comes before the registry renews by itself, and one that cannot be paid is
  // tried once more before the domain lapses.
  renewalOffsetDays: 1,
  contacts: ['admin', 'tech', 'billing'],
  isTransferable: true,
  isRenewable: true,
  isTraded: false,
  authCode: { comes: 'here', isNeededForTrade: false },
  dnssec: { form: 'ds', maxRecords: 8, algorithms },
  isPrivacyAllowed: true,
  isLockable: true,
  isLockableInPrivacy: true,
  isPushable: false,
  deleteBarDays: 0,
  feeClass: 'premium',
  contract: 'sandbox',
  // What ICANN's policies and most registries under contract with it have (RFC 3915; Expired Registration Recovery
  // Policy; Transfer Policy I.A.3).
  grace: { addDays: 5, renewDays: 5, transferDays: 5, autoRenewDays: 45 },
  quarantine: { softDays: 30, hardDays: 30 },
  pendingDeleteDays: 5,
  deleteLeadDays: 0,
  transfer: {
    waitDays: 5,
    periodYears: 1,
    lockDays: 60,
    isCancelable: true,
    isAuthorizedByRegistrant: false,
    approvedBy: 'registrar',
  },
  idnScripts: [latin, cyrillic],
  minNameLength: 1,
  renewalOpensDays: 0,
  eligibility: everybody,
  restrictions: [],
  launchPhases: [],
  launchPhase: '',
}

/**
 * A registry of a country: fewer contacts, keys instead of digests, 40 days of quarantine. It renews at the expiry and
 * gives nothing back for a delete that comes later: what shall not be renewed is deleted a day before that, and a
 * renewal is tried once more on the day between.
 */
const national: TldRules = {
  ...generic,
  contacts: ['admin', 'tech'],
  dnssec: { form: 'key', maxRecords: 4, algorithms },
  isPrivacyAllowed: false,
  idnScripts: [latin],
  feeClass: 'common',
  grace: { addDays: 0, renewDays: 0, transferDays: 0, autoRenewDays: 0 },
  quarantine: { softDays: 0, hardDays: 40 },
  pendingDeleteDays: 0,
  renewalOffsetDays: 2,
  deleteLeadDays: 1,
  transfer: {
    waitDays: 0,
    periodYears: 0,
    lockDays: 0,
    isCancelable: false,
    isAuthorizedByRegistrant: false,
    approvedBy: 'nobody',
  },
}

/**
 * A registry that prolongs by itself: it must be told two days before that it shall not. What it prolongs is paid for
 * before that; the days between are for those who have to find the money.
 */
const selfRenewed = { isRenewable: false, renewalOffsetDays: 7, deleteLeadDays: 2 }

const inEea =
  'The registrant lives or is established in the European Union or the European Economic Area, or is a citizen of the Union.'

/** Extensions of the sandbox registry that no root zone has. */
const testExtensions: ReadonlySet<string> = new Set(['launch', 'sandbox'])

const sold = (extension: string, rules: TldRules, text: string, url: string): CatalogueEntry => ({
  extension,
  description: { text, url },
  isNewGtld: false,
  isTest: testExtensions.has(extension),
  history: [{ from: new Date('2020-01-01T00:00:00Z'), rules }],
})

const catalogue: readonly CatalogueEntry[] = [
  sold(
    'be',
    {
      ...national,
      ...selfRenewed,
      isTraded: true,
      minNameLength: 2,
      authCode: { comes: 'by-registry', isNeededForTrade: true },
    },
    'Belgium',
    'https://www.dnsbelgium.be/',
  ),
  sold('com', { ...generic, idnScripts: languagesOfCom }, 'Commercial', 'https://www.verisign.com/'),
  sold(
    'de',
    { ...national, ...selfRenewed, isPushable: true, quarantine: { softDays: 0, hardDays: 30 } },
    'Germany',
    'https://www.denic.de/',
  ),
  sold(
    'eu',
    {
      ...national,
      idnScripts: [latin, greek, cyrillic],
      minNameLength: 2,
      authCode: { comes: 'by-registry', isNeededForTrade: false },
      eligibility: eligibleForEu,
      restrictions: [inEea],
    },
    'European Union',
    'https://eurid.eu/',
  ),
  sold(
    'fr',
    {
      ...national,
      isTraded: true,
      dnssec: { ...national.dnssec, form: 'ds' },
      quarantine: { softDays: 0, hardDays: 30 },
      transfer: { ...national.transfer, waitDays: 8, isCancelable: true, approvedBy: 'registrar' },
      eligibility: eligibleForFr,
      restrictions: ['The registrant lives or is established in the European Economic Area or Switzerland.'],
    },
    'France',
    'https://www.afnic.fr/',
  ),
  sold('info', { ...generic, idnScripts: languagesOfInfo }, 'Information', 'https://identity.digital/'),
  sold(
    'launch',
    {
      ...generic,
      status: 'PRE',
      idnScripts: tablesOfSandbox,
      launchPhases: [
        { name: 'sunrise', title: 'Sunrise', phase: 'sunrise' },
        { name: 'claims', title: 'Trademark claims', phase: 'claims' },
      ],
      launchPhase: 'sunrise',
    },
    'An extension that is being launched, to try that with; nothing of it is real.',
    'https://www.rfc-editor.org/rfc/rfc8334',
  ),
  sold('net', { ...generic, idnScripts: languagesOfCom }, 'Networks', 'https://www.verisign.com/'),
  sold('nl', { ...national, idnScripts: [], minNameLength: 2 }, 'The Netherlands', 'https://www.sidn.nl/'),
  sold('org', { ...generic, idnScripts: languagesOfOrg }, 'Organizations', 'https://thenew.org/'),
  sold(
    'sandbox',
    { ...generic, idnScripts: tablesOfSandbox, isTraded: true },
    'An extension to try things with; nothing of it is real.',
    'https://www.rfc-editor.org/rfc/rfc2606',
  ),
  sold(
    'uk',
    {
      ...national,
      contacts: [],
      idnScripts: [],
      dnssec: { ...national.dnssec, form: 'ds' },
      quarantine: { softDays: 0, hardDays: 60 },
      transfer: { ...national.transfer, waitDays: 8, isCancelable: true, approvedBy: 'registrar' },
    },
    'United Kingdom',
    'https://www.nominet.uk/',
  ),
]

/** Rules that an operator has changed over those that are shipped, from an instant on. */
export interface ChangedRules {
  readonly extension: string
  readonly effectiveFrom: Date
  readonly rules: TldRuleChanges
}

let changes: readonly ChangedRules[] = []
let signed: ReadonlySet<string> = new Set(['sandbox'])

/** The extensions that are sold at an instant, with the rules of that instant, in the order of their names. */
export function tldsAt(at: Date): readonly Tld[] {
  return catalogue.flatMap(({ history, ...entry }) => {
    const { rules: shipped } = history.findLast(({ from }) => from <= at) ?? {}
    if (!shipped) return []
    const changed = changes.filter(
      ({ extension, effectiveFrom }) => extension === entry.extension && effectiveFrom <= at,
    )
    return [{ ...entry, ...changed.reduce<TldRules>((rules, change) => changedBy(rules, change.rules), shipped) }]
  })
}

/** Rules with a change over them; groups of rules are changed one by one. */
function changedBy(
  rules: TldRules,
  { periods, grace, quarantine, transfer, eligibility, ...single }: TldRuleChanges,
): TldRules {
  return {
    ...rules,
    ...defined(single),
    periods: { ...rules.periods, ...defined(periods ?? {}) },
    grace: { ...rules.grace, ...defined(grace ?? {}) },
    quarantine: { ...rules.quarantine, ...defined(quarantine ?? {}) },
    transfer: { ...rules.transfer, ...defined(transfer ?? {}) },
    eligibility: { ...rules.eligibility, ...defined(eligibility ?? {}) },
  }
}

function defined<T extends object>(values: T): { [Key in keyof T]-?: Exclude<T[Key], undefined> } | object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

const current = new Map<string, Tld>()

/** Every extension that is sold, with the rules that are in force; kept by {@link keepRules}. */
export const tlds: ReadonlyMap<string, Tld> = current

/** Takes over what operators have changed, and what of everything is in force at an instant. */
export function keepRules(changed: readonly ChangedRules[], contracts: ReadonlySet<string>, at: Date): void {
  changes = changed
  signed = contracts
  current.clear()
  for (const tld of tldsAt(at)) current.set(tld.extension, tld)
}

// What is shipped is in force until the changes have been read.
keepRules([], signed, catalogue[0]!.history.at(-1)!.from)

/** Whether the contract with the registry of an extension is signed. */
export function isSigned({ contract }: Pick<TldRules, 'contract'>): boolean {
  return signed.has(contract)
}

/** The rules of a domain's extension. A domain outlives its extension in the catalogue at most with the common rules. */
export function rulesOf({ extension }: { readonly extension: string }): Tld | TldRules {
  return tlds.get(extension) ?? generic
}
