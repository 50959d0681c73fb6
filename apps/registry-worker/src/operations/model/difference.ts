import type { Nameservers } from '@nameyard/epp/domain/nameservers'
import type { DomainChange } from '@nameyard/epp/domain/update'
import type { Dnssec, DsData, KeyData } from '@nameyard/epp/extensions/secdns/dnssec'
import type { DnssecChange } from '@nameyard/epp/extensions/secdns/update'
import type { ClientDomainStatus } from '@nameyard/epp/status'
import type { SeenDomain } from '../../dialects/model/seen'
import { canonicalAddress } from './address'

export type ContactRole = 'admin' | 'billing' | 'tech'

/** The desired state of a domain in the registry's terms; absent parts stay unchanged. */
export interface Desired {
  readonly registrant?: string | undefined
  /** One contact for each given role. */
  readonly contacts?: Readonly<Partial<Record<ContactRole, string>>> | undefined
  readonly ns?: Nameservers | undefined
  /** All desired client statuses. */
  readonly statuses?: readonly ClientDomainStatus[] | undefined
  readonly dnssec?: Dnssec | undefined
  /** Compared only when the registry shows it; otherwise it always counts as a difference. */
  readonly authInfo?: string | undefined
}

/** A difference to send. `what` names the parts for messages. */
export interface Difference {
  readonly change: Omit<DomainChange, 'name'>
  readonly dnssec: DnssecChange | undefined
  readonly what: readonly string[]
}

/** Compares a domain with its desired state; undefined when they are equal. */
export function differenceOf(seen: SeenDomain, desired: Desired): Difference | undefined {
  const ns = desired.ns && nameserverDifference(seen.ns, desired.ns)
  const contacts = contactDifference(seen, desired.contacts ?? {})
  const statuses = desired.statuses && statusDifference(seen, desired.statuses)
  const dnssec = desired.dnssec && dnssecDifference(seen.dnssec, desired.dnssec)
  const registrant = desired.registrant === seen.registrant ? undefined : desired.registrant
  const authInfo = desired.authInfo === seen.authInfo?.pw ? undefined : desired.authInfo
  const what = [
    ...(registrant === undefined ? [] : ['registrant']),
    ...(contacts.add.length + contacts.rem.length > 0 ? ['contacts'] : []),
    ...(ns ? ['nameservers'] : []),
    ...(statuses ? ['statuses'] : []),
    ...(dnssec ? ['DNSSEC'] : []),
    ...(authInfo === undefined ? [] : ['authInfo']),
  ]
  if (what.length === 0) return undefined
  return {
    what,
    dnssec,
    change: {
      add: { ns: ns?.add, contacts: contacts.add, statuses: statuses?.add ?? [] },
      rem: { ns: ns?.rem, contacts: contacts.rem, statuses: statuses?.rem ?? [] },
      registrant,
      authInfo: authInfo === undefined ? undefined : { pw: authInfo },
    },
  }
}

const HOLD = 'clientHold'

/** The part of a difference that changes clientHold; undefined when there is none, or when it is the only part. */
export function holdWithin({ change: { add, rem }, what }: Difference): Omit<DomainChange, 'name'> | undefined {
  const statuses = [...(add?.statuses ?? []), ...(rem?.statuses ?? [])]
  if (!statuses.includes(HOLD) || (what.length === 1 && statuses.length === 1)) return undefined
  return { [add?.statuses?.includes(HOLD) ? 'add' : 'rem']: { statuses: [HOLD] } }
}

/** The part of a difference that changes the registrant; undefined when there is none, or when it is the only part. */
export function registrantWithin({ change: { registrant }, what }: Difference): Difference | undefined {
  if (registrant === undefined || what.length === 1) return undefined
  return { change: { registrant }, dnssec: undefined, what: ['registrant'] }
}

/** The difference where a change of nameservers removes all DNSSEC data: what the domain should have is added again. */
export function keepingDnssec(difference: Difference, seen: SeenDomain, desired: Desired): Difference {
  if (!difference.what.includes('nameservers')) return difference
  const kept = [...entriesOf(desired.dnssec ?? seen.dnssec).values()]
  return { ...difference, dnssec: kept.length > 0 ? { rem: undefined, add: dnssecOf(kept) } : undefined }
}

type Host = Nameservers['hosts'][number]

/** Compares hosts by name; host attributes by name and addresses. */
function nameserverDifference(
  seen: Nameservers | undefined,
  { form, hosts }: Nameservers,
): { add: Nameservers; rem: Nameservers } | undefined {
  const keyOf = ({ name, addresses }: Host) =>
    [name.toLowerCase(), ...(form === 'hostAttr' ? addresses.map(canonicalAddress).sort() : [])].join(' ')
  const now = new Map((seen?.hosts ?? []).map((host) => [keyOf(host), host]))
  const then = new Map(hosts.map((host) => [keyOf(host), host]))
  const add = [...then].filter(([key]) => !now.has(key)).map(([, host]) => host)
  const rem = [...now].filter(([key]) => !then.has(key)).map(([, { name }]) => ({ name, addresses: [] }))
  return add.length + rem.length > 0 ? { add: { form, hosts: add }, rem: { form, hosts: rem } } : undefined
}

function contactDifference({ contacts }: SeenDomain, desired: NonNullable<Desired['contacts']>) {
  const roles = Object.entries(desired) as [ContactRole, string][]
  const has = (type: string, id: string) => contacts.some((each) => each.type === type && each.id === id)
  return {
    add: roles.filter(([type, id]) => !has(type, id)).map(([type, id]) => ({ type, id })),
    rem: contacts.flatMap(({ type, id }) =>
      roles.filter(([role, wanted]) => role === type && wanted !== id).map(([role]) => ({ type: role, id })),
    ),
  }
}

function statusDifference({ statuses }: SeenDomain, desired: readonly ClientDomainStatus[]) {
  const add = desired.filter((status) => !statuses.includes(status))
  const rem = clientStatusesOf(statuses).filter((status) => !desired.includes(status))
  return add.length + rem.length > 0 ? { add, rem } : undefined
}

/** Returns the client statuses. */
export function clientStatusesOf(statuses: readonly string[]): ClientDomainStatus[] {
  return statuses.filter((status): status is ClientDomainStatus => status.startsWith('client'))
}

function dnssecDifference(seen: Dnssec | undefined, desired: Dnssec): DnssecChange | undefined {
  const now = entriesOf(seen)
  const then = entriesOf(desired)
  const add = [...then].filter(([key]) => !now.has(key)).map(([, entry]) => entry)
  const rem = [...now].filter(([key]) => !then.has(key)).map(([, entry]) => entry)
  if (add.length + rem.length === 0) return undefined
  return {
    // When nothing remains, everything is removed at once, in whatever form it is.
    rem: rem.length === 0 ? undefined : rem.length === now.size ? 'all' : dnssecOf(rem),
    add: add.length === 0 ? undefined : dnssecOf(add),
  }
}

type Entry = { readonly ds: DsData } | { readonly key: KeyData }

function entriesOf(dnssec: Dnssec | undefined): Map<string, Entry> {
  if (!dnssec) return new Map()
  if (dnssec.form === 'keyData') {
    return new Map(
      dnssec.keys.map((key) => [[key.flags, key.protocol, key.alg, key.pubKey].join(' '), { key }] as const),
    )
  }
  return new Map(
    dnssec.ds.map((ds) => [[ds.keyTag, ds.alg, ds.digestType, ds.digest.toUpperCase()].join(' '), { ds }] as const),
  )
}

function dnssecOf(entries: readonly Entry[]): Dnssec {
  const keys = entries.flatMap((entry) => ('key' in entry ? [entry.key] : []))
  if (keys.length > 0) return { form: 'keyData', keys }
  return { form: 'dsData', ds: entries.flatMap((entry) => ('ds' in entry ? [entry.ds] : [])) }
}
