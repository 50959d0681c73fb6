import { updateSecDns } from '../../extensions/sec-dns'
import { clientStatuses } from '../../model/domain-status'
import { Refusal } from '../../model/result'
import type { TldRules } from '../../model/tld-rules'
import { changeDomain, type Domain, type DomainContact } from '../../objects/domain.store'
import { readAuthInfo } from '../../protocol/auth-info'
import type { Answer, ObjectContext } from '../../protocol/command'
import { nextStatuses } from '../../protocol/statuses'
import { empty, Fields, onlyChild, refuseValue, token, unexpected } from '../../xml/fields'
import { FEE, RGP } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { readRoles, refuseChangedCounts, refuseMissingContacts } from './contacts'
import { readNameservers, readNameserverNames, refuseMissingHosts } from './nameservers'
import { lockOwnDomain, refuseProhibited } from './own-domain'
import { restoreDomain } from './restore-domain'

/** The input of an update; a pending update is carried out after its session has ended. */
export type UpdateContext = Omit<ObjectContext, 'policy' | 'services' | 'session' | 'op' | 'rulesOf'>

/**
 * Changes a domain (RFC 5731 section 3.2.5): removes and adds nameservers, contacts and statuses, replaces registrant and
 * authInfo. What is removed must exist and what is added must not (2306); a command without a change is refused with
 * 2003. With the extension of RFC 3915 it restores the domain.
 */
export async function updateDomain(payload: Element, context: UpdateContext): Promise<Answer> {
  const { db, registrar, now } = context
  const fields = new Fields(payload)
  const nameField = fields.required('name')
  const parts = { add: fields.optional('add'), rem: fields.optional('rem'), chg: fields.optional('chg') }
  fields.end()
  const added = readPart(parts.add)
  const removed = readPart(parts.rem)
  const change = readChange(parts.chg)
  const changes = [...added.elements, ...removed.elements, ...change.elements]

  const restore = context.extensions.get(RGP)
  if (restore) {
    const [first] = changes
    if (first) throw refuseValue(first, 2306, 'a restore changes nothing else')
    return restoreDomain(restore, nameField, context)
  }
  const fee = context.extensions.get(FEE)
  if (fee) throw refuseValue(fee, 2306, 'an update costs nothing')
  if (changes.length === 0 && context.extensions.size === 0) throw new Refusal(2003, 'the update changes nothing')

  const { domain, rules } = await lockOwnDomain(nameField, context)
  refuseUpdate(domain, removed.statuses)
  const statuses = nextStatuses(domain.setStatuses, clientStatuses, {
    added: added.statuses,
    removed: removed.statuses,
  })
  const contacts = await nextContacts(domain, { added, removed, change }, rules, context)
  const delegation = await nextDelegation(domain, { added: added.ns, removed: removed.ns }, rules, context)
  await changeDomain(db, {
    name: domain.name,
    statuses,
    ...contacts,
    ...delegation,
    authInfo: change.authInfo === undefined ? domain.authInfo : readNewAuthInfo(change.authInfo),
    updatedBy: registrar,
    updatedAt: now,
  })
  await updateSecDns(context, rules, domain.name)
  return { code: 1000 }
}

/** The content of an `add` or a `rem`; `elements` has all of it. */
interface Part {
  readonly ns: Element | undefined
  readonly contacts: readonly Element[]
  readonly statuses: readonly Element[]
  readonly elements: readonly Element[]
}

interface Change {
  readonly registrant: Element | undefined
  readonly authInfo: Element | undefined
  readonly elements: readonly Element[]
}

function readPart(part: Element | undefined): Part {
  if (!part) return { ns: undefined, contacts: [], statuses: [], elements: [] }
  const fields = new Fields(part)
  const ns = fields.optional('ns')
  const contacts = fields.repeated('contact')
  const statuses = fields.repeated('status', 11)
  fields.end()
  return { ns, contacts, statuses, elements: part.children }
}

function readChange(chg: Element | undefined): Change {
  if (!chg) return { registrant: undefined, authInfo: undefined, elements: [] }
  const fields = new Fields(chg)
  const registrant = fields.optional('registrant')
  const authInfo = fields.optional('authInfo')
  fields.end()
  return { registrant, authInfo, elements: chg.children }
}

/** With `clientUpdateProhibited` set, only an update that removes this status is allowed (RFC 5731 section 2.3). */
function refuseUpdate(domain: Domain, removed: readonly Element[]): void {
  const isLifted = removed.some(({ attributes }) => attributes.s === 'clientUpdateProhibited')
  const setStatuses = domain.setStatuses.filter((status) => !isLifted || status !== 'clientUpdateProhibited')
  refuseProhibited({ ...domain, setStatuses }, 'Update')
}

async function nextContacts(
  domain: Domain,
  { added, removed, change }: { added: Part; removed: Part; change: Change },
  rules: TldRules,
  context: UpdateContext,
): Promise<{ registrant: string | null; contacts: DomainContact[] }> {
  const registrant = change.registrant && token(change.registrant, [0, 16])
  const isNamed = change.registrant !== undefined && registrant !== ''
  const [first] = [...added.contacts, ...(change.registrant ? [change.registrant] : [])]
  if (rules.contacts === 'prohibited' && first) throw refuseValue(first, 2306, 'this TLD keeps no contacts')
  if (rules.contacts === 'required' && change.registrant && !isNamed) {
    throw refuseValue(change.registrant, 2306, 'a domain has a registrant')
  }
  const newContacts = [...added.contacts, ...(isNamed && change.registrant ? [change.registrant] : [])]
  await refuseMissingContacts(newContacts, context)

  const contacts = new Map(domain.contacts.map((role) => [key(role), role]))
  readRoles(removed.contacts).forEach((role, index) => {
    if (!contacts.delete(key(role))) throw refuseNth(removed.contacts, index, 'the domain does not have that contact')
  })
  readRoles(added.contacts).forEach((role, index) => {
    if (contacts.has(key(role))) throw refuseNth(added.contacts, index, 'the domain has that contact')
    contacts.set(key(role), role)
  })
  const after = {
    registrant: registrant === undefined ? domain.registrant : registrant === '' ? null : registrant,
    contacts: [...contacts.values()],
  }
  const touched = [...added.contacts, ...removed.contacts, ...(change.registrant ? [change.registrant] : [])]
  refuseChangedCounts(after, touched, rules)
  return after
}

function key({ type, contact }: DomainContact): string {
  return `${type} ${contact}`
}

function refuseNth(elements: readonly Element[], index: number, reason: string): Refusal {
  const element = elements[index]
  return element ? refuseValue(element, 2306, reason) : new Refusal(2306, reason)
}

async function nextDelegation(
  domain: Domain,
  { added, removed }: { added: Element | undefined; removed: Element | undefined },
  rules: TldRules,
  context: UpdateContext,
): Promise<Pick<Domain, 'hosts' | 'hostAttributes'>> {
  const removedNames = new Set(removed ? readNameserverNames(removed, rules) : [])
  const kept = {
    hosts: domain.hosts.filter((host) => !removedNames.has(host)),
    hostAttributes: domain.hostAttributes.filter(({ name }) => !removedNames.has(name)),
  }
  const count = kept.hosts.length + kept.hostAttributes.length
  if (removed && count + removedNames.size > domain.hosts.length + domain.hostAttributes.length) {
    throw refuseValue(removed, 2306, 'the domain is not delegated to that host')
  }
  if (!added) return kept
  const { hosts, attributes } = readNameservers(added, domain.name, rules)
  const present = new Set([...kept.hosts, ...kept.hostAttributes.map(({ name }) => name)])
  if ([...hosts, ...attributes.map(({ name }) => name)].some((name) => present.has(name))) {
    throw refuseValue(added, 2306, 'the domain is delegated to that host')
  }
  if (count + hosts.length + attributes.length > rules.maxHosts) {
    throw refuseValue(added, 2306, `a domain has at most ${rules.maxHosts} hosts`)
  }
  await refuseMissingHosts(hosts, added, context)
  return { hosts: [...kept.hosts, ...hosts], hostAttributes: [...kept.hostAttributes, ...attributes] }
}

/** Returns the new password; null when it is removed (RFC 5731 `authInfoChgType`). */
function readNewAuthInfo(authInfo: Element): string | null {
  const choice = onlyChild(authInfo)
  if (choice.local === 'null' && choice.ns === authInfo.ns) {
    empty(choice)
    return null
  }
  const { pw, roid } = readAuthInfo(authInfo)
  if (roid !== undefined) throw unexpected(authInfo, 'a new password is that of the domain itself')
  return pw === '' ? null : pw
}
