import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { addSecDns, removeAllSecDns, type KeyData } from '../extensions/sec-dns.store'
import { canonicalName, parentOf } from '../model/name'
import { findContactSponsors } from '../objects/contact.store'
import { lockDomain, type Domain, type HostAttribute } from '../objects/domain.store'
import { findOwnOfDomain } from '../objects/own-data.store'
import { one, type RriContext } from './command'
import { RriRefusal } from './refusal'
import type { Fields } from './text'

/** The only TLD that speaks RRI. */
export const SERVED = 'de'

/** What this registry keeps of a domain beside the data of the RFCs. */
export type OwnOfDomain = {
  readonly nsentries?: readonly string[]
  readonly generalRequest?: string
  readonly abuseContact?: string
  /** The hash of a code of the registrar, and the last day of it. */
  readonly authInfo1?: { readonly hash: string; readonly until: string }
  /** Until when the code that was posted to the holder is valid. */
  readonly authInfo2?: { readonly until: string }
}

/** The keywords of a request that states a whole domain. */
export const wholeDomain = {
  domain: 'one',
  'domain-ace': 'optional',
  holder: 'one',
  generalrequest: 'optional',
  abusecontact: 'optional',
  nserver: 'many',
  dnskey: 'many',
  nsentry: 'many',
} as const

/** The name in A-labels; undefined when it cannot be registered here. */
export function nameIn(fields: Fields): string | undefined {
  const name = canonicalName(domainToASCII(fields.get('domain-ace')?.[0] ?? one(fields, 'domain')))
  return name !== undefined && parentOf(name) === SERVED && name.split('.').length === 2 ? name : undefined
}

/** Locks the domain of a request, with what this registry keeps of it. */
export async function lockNamed(
  fields: Fields,
  { db }: RriContext,
): Promise<{ readonly domain: Domain; readonly own: OwnOfDomain }> {
  const name = nameIn(fields)
  const domain = name === undefined ? undefined : await lockDomain(db, name)
  if (!domain) throw new RriRefusal('missing', one(fields, 'domain'))
  return { domain, own: await findOwnOfDomain(db, domain.name) }
}

/** `lockNamed`, for a domain that the registrar administers. */
export async function lockOwn(fields: Fields, context: RriContext) {
  const held = await lockNamed(fields, context)
  if (held.domain.sponsor !== context.registrar) throw new RriRefusal('foreign', held.domain.name)
  return held
}

/** All that a request states of a domain. */
export interface StatedDomain {
  readonly holder: string
  readonly hostAttributes: readonly HostAttribute[]
  readonly keys: readonly KeyData[]
  readonly own: OwnOfDomain
}

/** Reads a whole domain. Refuses contacts that do not exist or belong to others, and a delegation that cannot work. */
export async function readWhole(fields: Fields, name: string, context: RriContext): Promise<StatedDomain> {
  const holder = one(fields, 'holder')
  const generalRequest = fields.get('generalrequest')?.[0]
  const abuseContact = fields.get('abusecontact')?.[0]
  const handles = [holder, generalRequest, abuseContact].filter((handle) => handle !== undefined)
  const sponsors = await findContactSponsors(context.db, handles)
  const strange = handles.find((handle) => sponsors.get(handle) !== context.registrar)
  if (strange !== undefined) throw new RriRefusal('contact', strange)
  const nsentries = fields.get('nsentry') ?? []
  const hostAttributes = (fields.get('nserver') ?? []).map((value) => readNserver(value, name))
  if (hostAttributes.length > 0 === nsentries.length > 0)
    throw new RriRefusal('semantics', 'a domain has either nserver or nsentry')
  const keys = (fields.get('dnskey') ?? []).map(readKey)
  if (keys.length > 0 && nsentries.length > 0) throw new RriRefusal('semantics', 'dnskey needs nserver')
  const own = {
    ...(nsentries.length > 0 && { nsentries }),
    ...(generalRequest !== undefined && { generalRequest }),
    ...(abuseContact !== undefined && { abuseContact }),
  }
  return { holder, hostAttributes, keys, own }
}

/** Replaces the keys of a domain. */
export async function putKeys({ db }: RriContext, name: string, keys: readonly KeyData[]): Promise<void> {
  await removeAllSecDns(db, name)
  if (keys.length > 0) await addSecDns(db, name, keys)
}

function readNserver(value: string, domain: string): HostAttribute {
  const [given = '', ...addresses] = value.split(/\s+/)
  const name = canonicalName(given.replace(/\.$/, ''))
  if (name === undefined || addresses.some((address) => isIP(address) === 0)) throw new RriRefusal('semantics', value)
  const isBelow = name === domain || name.endsWith(`.${domain}`)
  if (isBelow && addresses.length === 0) throw new RriRefusal('glue', name)
  if (!isBelow && addresses.length > 0) throw new RriRefusal('semantics', `${name} is not below the domain`)
  return { name, addresses }
}

function readKey(value: string): KeyData {
  const [, flags, protocol, alg, pubKey] = /^(\d{1,5})\s+(\d{1,3})\s+(\d{1,3})\s+([A-Za-z0-9+/=\s]+)$/.exec(value) ?? []
  const key = pubKey?.replaceAll(/\s/g, '')
  if (key === undefined || Buffer.from(key, 'base64').toString('base64') !== key || protocol !== '3')
    throw new RriRefusal('semantics', 'dnskey')
  return { flags: Number(flags), protocol: 3, alg: Number(alg), pubKey: key }
}
