import { domainToUnicode } from 'node:url'
import type { Line } from './lines'

/** A request in the key/value form of RRI 5.0. */
export interface RriRequest {
  /** The name in the journal, in rate limits and penalties: `domain:create`. */
  readonly name: string
  /** The domain or handle that it is about. */
  readonly object: string
  readonly lines: readonly Line[]
  /** Whether it changes something. Only such a request may have a CTID. */
  readonly isChange: boolean
}

/** All that the registry keeps of a domain. A request that changes a domain names all of it, not the difference. */
export interface DomainData {
  readonly name: string
  readonly holder: string
  readonly generalRequest?: string | undefined
  readonly abuseContact?: string | undefined
  /** Names, with addresses where the name is below the domain: `ns1.example.de 192.0.2.1`. */
  readonly nservers: readonly string[]
  /** Flags, protocol, algorithm and key in Base64 of each key (RFC 4034 section 2). */
  readonly dnskeys: readonly string[]
  /** Records that the registry keeps in its own zone instead of a delegation. */
  readonly nsentries: readonly string[]
}

/** A contact. `REQUEST` is a page or mail address for questions or abuse, as a template (RFC 6570). */
export interface ContactData {
  readonly handle: string
  readonly type: 'ORG' | 'PERSON' | 'REQUEST'
  readonly lines: readonly Line[]
}

const VERSION = '5.0'

function request(name: string, action: string, object: string, lines: readonly Line[], isChange = true): RriRequest {
  return { name, object, isChange, lines: [['Version', VERSION], ['Action', action], ...lines] }
}

export function login(user: string, password: string): RriRequest {
  const lines: readonly Line[] = [
    ['User', user],
    ['Password', password],
  ]
  return request('session:login', 'LOGIN', user, lines, false)
}

export const logout = request('session:logout', 'LOGOUT', '', [], false)

export function checkDomain(name: string): RriRequest {
  return request('domain:check', 'CHECK', name, named(name), false)
}

/** Reads a domain with the handles of its contacts. `authInfo` shows the holder of another registrar's domain. */
export function infoDomain(name: string): RriRequest {
  return request('domain:info', 'INFO', name, [...named(name), ['Recursive', 'true']], false)
}

export function createDomain(domain: DomainData): RriRequest {
  return request('domain:create', 'CREATE', domain.name, linesOf(domain))
}

/** Changes all but the holder. */
export function updateDomain(domain: DomainData): RriRequest {
  return request('domain:update', 'UPDATE', domain.name, linesOf(domain))
}

/** Gives the domain to another holder. */
export function changeHolder(domain: DomainData): RriRequest {
  return request('domain:chholder', 'CHHOLDER', domain.name, linesOf(domain))
}

/** Takes the domain over from another registrar. */
export function changeProvider(domain: DomainData, authInfo: string): RriRequest {
  return request('domain:chprov', 'CHPROV', domain.name, [...linesOf(domain), ['Authinfo', authInfo]])
}

export function deleteDomain(name: string): RriRequest {
  return request('domain:delete', 'DELETE', name, named(name))
}

export function restoreDomain(name: string): RriRequest {
  return request('domain:restore', 'RESTORE', name, named(name))
}

/** Returns a domain to the registry; `disconnect` replaces its nameservers by a page of the registry. */
export function transitDomain(name: string, disconnect: boolean): RriRequest {
  return request('domain:transit', 'TRANSIT', name, [...named(name), ['Disconnect', String(disconnect)]])
}

/** Stores the hash of a code (SHA-256, hexadecimal) until the end of a day: `20261224`, at most 30 days ahead. */
export function createAuthInfo1(name: string, hash: string, expires: string): RriRequest {
  const lines: readonly Line[] = [
    ['Authinfohash', hash],
    ['Authinfoexpire', expires],
  ]
  return request('domain:create-authinfo1', 'CREATE-AUTHINFO1', name, [...named(name), ...lines])
}

export function deleteAuthInfo1(name: string): RriRequest {
  return request('domain:delete-authinfo1', 'DELETE-AUTHINFO1', name, named(name))
}

/** Has the registry post a code to the holder. */
export function createAuthInfo2(name: string): RriRequest {
  return request('domain:create-authinfo2', 'CREATE-AUTHINFO2', name, named(name))
}

export function checkContact(handle: string): RriRequest {
  return request('contact:check', 'CHECK', handle, [['Handle', handle]], false)
}

export function infoContact(handle: string): RriRequest {
  return request('contact:info', 'INFO', handle, [['Handle', handle]], false)
}

export function createContact(contact: ContactData): RriRequest {
  return request('contact:create', 'CREATE', contact.handle, linesOfContact(contact))
}

export function updateContact(contact: ContactData): RriRequest {
  return request('contact:update', 'UPDATE', contact.handle, linesOfContact(contact))
}

/** Reads the oldest message. */
export const readQueue = request('queue:read', 'QUEUE-READ', '', [], false)

export function deleteFromQueue(id: string, type: string): RriRequest {
  const lines: readonly Line[] = [
    ['Msgid', id],
    ['Msgtype', type],
  ]
  return request('queue:delete', 'QUEUE-DELETE', id, lines, false)
}

/** The name, and both forms of an internationalized one. */
function named(name: string): readonly Line[] {
  const unicode = domainToUnicode(name)
  if (unicode === name || unicode === '') return [['Domain', name]]
  return [
    ['Domain', unicode],
    ['Domain-Ace', name],
  ]
}

function linesOf({ name, holder, generalRequest, abuseContact, nservers, dnskeys, nsentries }: DomainData): Line[] {
  return [
    ...named(name),
    ['Holder', holder],
    ...(generalRequest === undefined ? [] : [['Generalrequest', generalRequest] as const]),
    ...(abuseContact === undefined ? [] : [['Abusecontact', abuseContact] as const]),
    ...nservers.map((value) => ['Nserver', value] as const),
    ...dnskeys.map((value) => ['Dnskey', value] as const),
    ...nsentries.map((value) => ['Nsentry', value] as const),
  ]
}

function linesOfContact({ handle, type, lines }: ContactData): Line[] {
  return [['Handle', handle], ['Type', type], ...lines]
}
