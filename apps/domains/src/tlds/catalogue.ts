import { extensionRecord } from '@nameyard/contracts/domains/extension-record'
import type { TldRuleChanges } from '@nameyard/contracts/domains/set-tld-rules'
import { delegated } from './delegated'
import type { DatedExtension } from './extension.store'
import type { RegistryAccounts } from './registry-accounts.store'
import { shippedExtensions } from './shipped-extensions'
import type { Tld } from './tld'

/** Single rules that an operator has set, from an instant on. */
export interface ChangedRules {
  readonly extension: string
  readonly effectiveFrom: Date
  readonly rules: TldRuleChanges
}

/** Everything that decides which extensions are sold and by which rules. */
export interface CatalogueState {
  /** In the order of their numbers. */
  readonly extensions: readonly DatedExtension[]
  readonly changes: readonly ChangedRules[]
  /** Signed contracts. */
  readonly contracts: ReadonlySet<string>
  /** The accounts that the registry worker has announced. */
  readonly accounts: RegistryAccounts
  /** Whether the account `sandbox` exists: it serves every extension that names it. */
  readonly hasSandbox: boolean
  /** Days within which each domain is looked at again (`DOMAIN_LOOK_DAYS`). */
  readonly lookDays: number
}

const shipped = shippedExtensions().map(({ from, record }, number): DatedExtension => ({
  number,
  suffix: record.suffix,
  effectiveFrom: from,
  record,
  isRetired: false,
  isShipped: true,
  setBy: 'release',
  setAt: from,
}))

const known = new Set(shipped.map(({ suffix }) => suffix))

/** Delegated extensions without a stored record: they have the rules of the release, which an operator's record replaces. */
const listed: ReadonlyMap<string, DatedExtension> = new Map(
  [...delegated]
    .filter(([suffix]) => !known.has(suffix))
    .map(([suffix, record]) => [
      suffix,
      {
        number: 0,
        suffix,
        effectiveFrom: shipped[0]!.effectiveFrom,
        record,
        isRetired: false,
        isShipped: true,
        setBy: 'release',
        setAt: shipped[0]!.setAt,
      },
    ]),
)

const shippedState: CatalogueState = {
  extensions: shipped,
  changes: [],
  contracts: new Set(),
  accounts: [],
  hasSandbox: true,
  lookDays: 28,
}
let state = shippedState

/** The rows in force at an instant, by their suffixes, in the order of the suffixes. */
export function extensionsAt(at: Date): ReadonlyMap<string, DatedExtension> {
  const found = new Map<string, DatedExtension>(listed)
  for (const row of state.extensions) {
    const earlier = found.get(row.suffix)
    if (row.effectiveFrom <= at && (!earlier || replaces(row, earlier))) found.set(row.suffix, row)
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Whether a later row counts before an earlier one: an operator's before that of a release, else the later date. */
function replaces(row: DatedExtension, earlier: DatedExtension): boolean {
  return row.isShipped === earlier.isShipped ? row.effectiveFrom >= earlier.effectiveFrom : !row.isShipped
}

/** All rows of an extension, in the order of their numbers. */
export function rowsOf(suffix: string): readonly DatedExtension[] {
  const ofRelease = listed.get(suffix)
  return [...(ofRelease ? [ofRelease] : []), ...state.extensions.filter((row) => row.suffix === suffix)]
}

/** The single rules of an extension that count with a row: a later record of an operator replaces them. */
export function changesOf({ suffix, effectiveFrom, isShipped }: DatedExtension, at: Date): readonly ChangedRules[] {
  return state.changes.filter(
    (change) =>
      change.extension === suffix && change.effectiveFrom <= at && (isShipped || change.effectiveFrom >= effectiveFrom),
  )
}

/** The extensions that are sold at an instant, with the rules of that instant, in the order of their names. */
export function soldAt(at: Date): readonly Tld[] {
  return [...extensionsAt(at).values()].filter((row) => !obstacleOf(row)).map((row) => tldAt(row, at))
}

/** An extension with the rules of an instant; undefined if it is not sold then. */
export function soldNamed(suffix: string, at: Date): Tld | undefined {
  const row = extensionsAt(at).get(suffix)
  return row && soldBy(row, at)
}

/** An extension as a row and later single rules make it at an instant; undefined if it is not sold by that row. */
export function soldBy(row: DatedExtension, at: Date): Tld | undefined {
  return obstacleOf(row) ? undefined : tldAt(row, at)
}

/** Why an extension is not sold, in words that complete "… is not sold:"; undefined when it is sold. */
export function obstacleOf(row: DatedExtension): string | undefined {
  return row.isRetired ? 'it is retired' : missingAccountOf(row)
}

/** Why no account serves an extension; undefined when one does. */
function missingAccountOf({ suffix, record }: DatedExtension): string | undefined {
  const { accounts, hasSandbox } = state
  const { account } = record.registry
  if (account === 'sandbox' && hasSandbox) return undefined
  if (accounts.some((each) => each.account === account || each.extensions.includes(suffix))) return undefined
  return account === undefined || account === 'sandbox'
    ? 'it has no account at a registry'
    : `the registry worker has no account ${account}`
}

/** The extensions that run at an account at an instant, sold or not. */
export function extensionsOf(account: string, at: Date): readonly string[] {
  return [...extensionsAt(at).values()].filter((row) => accountOf(row) === account).map(({ suffix }) => suffix)
}

/** The account of an extension: the one of its record, and before the sandbox the one whose settings list it. */
function accountOf({ suffix, record: { registry } }: DatedExtension): string | undefined {
  const { account } = registry
  if (account !== undefined && account !== 'sandbox') return account
  return state.accounts.find(({ extensions }) => extensions.includes(suffix))?.account ?? account
}

function tldAt(row: DatedExtension, at: Date): Tld {
  return changesOf(row, at).reduce<Tld>((tld, { rules }) => changedBy(tld, rules), tldOf(row))
}

/** A record in the form in which the rules are used. */
function tldOf({ record }: Pick<DatedExtension, 'record'>): Tld {
  const { suffix, registry, contacts, hosts, dnssec, transfer } = record
  return {
    ...record,
    extension: suffix,
    lookDays: state.lookDays,
    contacts: contacts.roles,
    contactCounts: contacts.counts ?? {},
    nameservers: { min: hosts.min, max: hosts.max },
    nameserverCheck: hosts.check ?? 'none',
    contract: registry.contract ?? '',
    // An order that waits for a push ends here: the registry has no request that it would have to cancel.
    transfer: { ...transfer, isCancelable: transfer.isCancelable || transfer.model === 'push' },
    dnssec: { ...dnssec, maxRecords: dnssec.form === 'none' ? 0 : dnssec.maxRecords },
  }
}

/** Rules with a change applied. Of a group of rules, only the given ones change. */
export function changedBy(
  tld: Tld,
  { periods, grace, quarantine, transfer, eligibility, ...single }: TldRuleChanges,
): Tld {
  return {
    ...tld,
    ...defined(single),
    periods: { ...tld.periods, ...defined(periods ?? {}) },
    grace: { ...tld.grace, ...defined(grace ?? {}) },
    quarantine: { ...tld.quarantine, ...defined(quarantine ?? {}) },
    transfer: { ...tld.transfer, ...defined(transfer ?? {}) },
    eligibility: { ...tld.eligibility, ...defined(eligibility ?? {}) },
  }
}

function defined<T extends object>(values: T): { [Key in keyof T]-?: Exclude<T[Key], undefined> } | object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

const withoutRecord = extensionRecord.parse({ suffix: 'invalid' })
/** The common rules, for an extension without a record. */
let common = tldOf({ record: withoutRecord })

const current = new Map<string, Tld>()
const sold = new Map<string, Tld>()
const unserved = new Set<string>()

/** Every extension with the rules in force, sold or not; set by {@link setRulesInForce}. */
export const tlds: ReadonlyMap<string, Tld> = current

/** The extensions that are sold, with the rules in force. */
export const soldTlds: ReadonlyMap<string, Tld> = sold

/** Sets the records and what decides about them, and selects the rules in force at an instant. */
export function setRulesInForce(given: CatalogueState, at: Date): void {
  state = given
  common = tldOf({ record: withoutRecord })
  current.clear()
  sold.clear()
  unserved.clear()
  for (const [suffix, row] of extensionsAt(at)) {
    const tld = tldAt(row, at)
    current.set(suffix, tld)
    if (!obstacleOf(row)) sold.set(suffix, tld)
    if (missingAccountOf(row)) unserved.add(suffix)
  }
}

/** Sets the shipped records. They are in force until the stored ones have been read. */
export function setShippedRules(): void {
  setRulesInForce(shippedState, shipped.at(-1)!.effectiveFrom)
}

setShippedRules()

/** Whether the contract with the registry of an extension is signed. */
export function isSigned({ contract }: Pick<Tld, 'contract'>): boolean {
  return contract === '' || state.contracts.has(contract)
}

/** The rules of the extension of a domain, sold or not. */
export function rulesOf({ extension }: { readonly extension: string }): Tld {
  return tlds.get(extension) ?? common
}

/** Whether nothing can be ordered for a domain, because no account at a registry serves its extension. */
export function isUnserved({ extension }: { readonly extension: string }): boolean {
  return unserved.has(extension)
}
