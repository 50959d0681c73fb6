import type { TldRuleChanges } from '@nameyard/contracts/domains/set-tld-rules'
import { eligibleForEu, eligibleForFr, everybody } from './eligibility'
import { cyrillic, greek, languagesOfCom, languagesOfInfo, languagesOfOrg, latin, tablesOfSandbox } from './idn-scripts'
import type { Tld, TldRules } from './tld'

/** An extension with all its rules, the oldest first. */
interface CatalogueEntry {
  readonly extension: string
  readonly description: Tld['description']
  readonly isNewGtld: boolean
  readonly isTest: boolean
  readonly history: readonly { readonly from: Date; readonly rules: TldRules }[]
}

/** RSA/SHA-256, RSA/SHA-512, ECDSA P-256 and P-384, Ed25519, Ed448: the algorithms that RFC 8624 allows for signing. */
const algorithms = [8, 10, 13, 14, 15, 16]

/** The rules of a registry by RFC 5730 ff., with redemption by ICANN's policy. */
const generic: TldRules = {
  status: 'ACT',
  periods: { min: 1, max: 10 },
  nameservers: { min: 2, max: 13 },
  // One day: a renewal that is hours late still precedes that of the registry, and an unpaid one is tried again once
  // before the domain lapses.
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
  // By ICANN's policies and most registries under contract with it (RFC 3915; Expired Registration Recovery Policy;
  // Transfer Policy I.A.3).
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
 * The rules of a country-code registry: fewer contacts, keys instead of digests, 40 days of quarantine. It renews at the
 * expiry and does not refund a later delete. So a domain without renewal is deleted a day earlier, and an unpaid renewal is
 * tried again once on the day before that.
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
 * The rules of a registry that renews by itself unless the domain is deleted two days before. The account pays before that;
 * the days between give it time to top up its balance.
 */
const selfRenewed = { isRenewable: false, renewalOffsetDays: 7, deleteLeadDays: 2 }

const inEea =
  'The registrant lives or is established in the European Union or the European Economic Area, or is a citizen of the Union.'

/** Extensions of the sandbox registry that do not exist in the root zone. */
const testExtensions: ReadonlySet<string> = new Set(['launch', 'sandbox'])

const entry = (extension: string, rules: TldRules, text: string, url: string): CatalogueEntry => ({
  extension,
  description: { text, url },
  isNewGtld: false,
  isTest: testExtensions.has(extension),
  history: [{ from: new Date('2020-01-01T00:00:00Z'), rules }],
})

const catalogue: readonly CatalogueEntry[] = [
  entry(
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
  entry('com', { ...generic, idnScripts: languagesOfCom }, 'Commercial', 'https://www.verisign.com/'),
  entry(
    'de',
    { ...national, ...selfRenewed, isPushable: true, quarantine: { softDays: 0, hardDays: 30 } },
    'Germany',
    'https://www.denic.de/',
  ),
  entry(
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
  entry(
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
  entry('info', { ...generic, idnScripts: languagesOfInfo }, 'Information', 'https://identity.digital/'),
  entry(
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
    'An extension in its launch, for tests; its domains are not real.',
    'https://www.rfc-editor.org/rfc/rfc8334',
  ),
  entry('net', { ...generic, idnScripts: languagesOfCom }, 'Networks', 'https://www.verisign.com/'),
  entry('nl', { ...national, idnScripts: [], minNameLength: 2 }, 'The Netherlands', 'https://www.sidn.nl/'),
  entry('org', { ...generic, idnScripts: languagesOfOrg }, 'Organizations', 'https://thenew.org/'),
  entry(
    'sandbox',
    { ...generic, idnScripts: tablesOfSandbox, isTraded: true },
    'An extension for tests; its domains are not real.',
    'https://www.rfc-editor.org/rfc/rfc2606',
  ),
  entry(
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

/** Rules that an operator has set in place of the shipped ones, from an instant on. */
export interface ChangedRules {
  readonly extension: string
  readonly effectiveFrom: Date
  readonly rules: TldRuleChanges
}

/** What operators and the registry worker have set beside the shipped rules. */
export interface CatalogueState {
  readonly changes: readonly ChangedRules[]
  /** Signed contracts. */
  readonly contracts: ReadonlySet<string>
  /** Extensions with an account at a registry; undefined where the sandbox serves every extension. */
  readonly served: ReadonlySet<string> | undefined
}

let state: CatalogueState = { changes: [], contracts: new Set(['sandbox']), served: undefined }

/** The extensions that are sold at an instant, with the rules of that instant, in the order of their names. */
export function soldAt(at: Date): readonly Tld[] {
  return tldsAt(at).filter(({ extension }) => isServed(extension))
}

/** Whether an account at a registry serves an extension. Without one, nothing is sold below it. */
function isServed(extension: string): boolean {
  return state.served === undefined || state.served.has(extension)
}

/** All extensions with the rules of an instant, sold or not, in the order of their names. */
function tldsAt(at: Date): readonly Tld[] {
  return catalogue.flatMap(({ history, ...known }) => {
    const { rules: shipped } = history.findLast(({ from }) => from <= at) ?? {}
    if (!shipped) return []
    const changed = state.changes.filter(
      ({ extension, effectiveFrom }) => extension === known.extension && effectiveFrom <= at,
    )
    return [{ ...known, ...changed.reduce<TldRules>((rules, change) => changedBy(rules, change.rules), shipped) }]
  })
}

/** Rules with a change applied. Of a group of rules, only the given ones change. */
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
const sold = new Map<string, Tld>()

/** Every extension with the rules in force, sold or not; set by {@link setRulesInForce}. */
export const tlds: ReadonlyMap<string, Tld> = current

/** The extensions that are sold, with the rules in force. */
export const soldTlds: ReadonlyMap<string, Tld> = sold

/** Sets what is beside the shipped rules, and selects the rules in force at an instant. */
export function setRulesInForce(given: CatalogueState, at: Date): void {
  state = given
  current.clear()
  sold.clear()
  for (const tld of tldsAt(at)) {
    current.set(tld.extension, tld)
    if (isServed(tld.extension)) sold.set(tld.extension, tld)
  }
}

// The shipped rules are in force until the changes have been read.
setRulesInForce(state, catalogue[0]!.history.at(-1)!.from)

/** Whether the contract with the registry of an extension is signed. */
export function isSigned({ contract }: Pick<TldRules, 'contract'>): boolean {
  return state.contracts.has(contract)
}

/** The rules of the extension of a domain; the common rules for an extension that is not in the catalogue any more. */
export function rulesOf({ extension }: { readonly extension: string }): Tld | TldRules {
  return tlds.get(extension) ?? generic
}
