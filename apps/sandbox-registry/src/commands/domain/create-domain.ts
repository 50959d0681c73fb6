import { addYears } from '../../model/calendar'
import { canonicalName, parentOf } from '../../model/name'
import { Refusal } from '../../model/result'
import { Fields, refuseValue, token, unexpected } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import { readAuthInfo } from '../auth-info'
import type { Answer, ObjectContext } from '../command'
import { findContactSponsors } from '../contact/contact.store'
import { readAddresses } from '../host/host-addresses'
import { holdHosts } from '../host/host.store'
import { findObstacles, findTldRules, insertDomain, type DomainContact, type TldRules } from './domain.store'

/**
 * Creates a domain (RFC 5731 section 3.2.1). The name must be one this registry serves and nobody has; contacts and
 * host objects must exist. Of several registrars that ask at once one gets 1000 and the others 2302.
 */
export async function createDomain(payload: Element, context: ObjectContext): Promise<Answer> {
  const { db, registrar, now } = context
  const request = readCreate(payload)
  const name = canonicalName(token(request.name, [1, 255]))
  if (name === undefined) throw refuseValue(request.name, 2005, 'that is no domain name')
  const tld = parentOf(name)
  const rules = await findTldRules(db, tld)
  if (!rules) throw refuseValue(request.name, 2306, 'that is not a name of this registry')

  const years = request.period ? readPeriod(request.period, rules) : rules.defaultPeriodYears
  const nameservers = readNameservers(request.ns, name, rules)
  const contacts = readContacts(request.registrant, request.contacts, rules)
  await refuseObstacle(request.name, name, tld, context)
  await refuseMissingContacts(contacts.elements, context)
  await refuseMissingHosts(nameservers.hosts, request.ns, context)

  const expiresAt = addYears(now, years)
  const { pw } = readAuthInfo(request.authInfo)
  const isCreated = await insertDomain(
    db,
    {
      name,
      tld,
      registrant: contacts.registrant,
      contacts: contacts.others,
      hosts: nameservers.hosts,
      hostAttributes: nameservers.attributes,
      authInfo: pw === '' ? null : pw,
      expiresAt,
    },
    registrar,
    now,
  )
  if (!isCreated) throw taken(name)
  return {
    code: 1000,
    resData: element('domain:creData', { 'xmlns:domain': DOMAIN }, [
      element('domain:name', {}, name),
      element('domain:crDate', {}, now.toISOString()),
      element('domain:exDate', {}, expiresAt.toISOString()),
    ]),
  }
}

function readCreate(payload: Element) {
  const fields = new Fields(payload)
  const request = {
    name: fields.required('name'),
    period: fields.optional('period'),
    ns: fields.optional('ns'),
    registrant: fields.optional('registrant'),
    contacts: fields.repeated('contact'),
    authInfo: fields.required('authInfo'),
  }
  fields.end()
  return request
}

function readPeriod(field: Element, rules: TldRules): number {
  const text = token(field, [1, 2], 'unit')
  const { unit } = field.attributes
  if (unit !== 'y' && unit !== 'm') throw unexpected(field, 'the unit of a period is y or m')
  if (!/^[0-9]+$/.test(text)) throw refuseValue(field, 2005, 'a period is a number')
  if (unit === 'm') throw refuseValue(field, 2306, 'names are registered by the year')
  const years = Number(text)
  if (years < rules.minPeriodYears || years > rules.maxPeriodYears) {
    throw refuseValue(field, 2004, `the period is ${rules.minPeriodYears} to ${rules.maxPeriodYears} years`)
  }
  return years
}

function readNameservers(ns: Element | undefined, domain: string, rules: TldRules) {
  if (!ns) return { hosts: [], attributes: [] }
  const fields = new Fields(ns)
  const objects = fields.repeated('hostObj')
  const attributes = objects.length > 0 ? [] : fields.repeated('hostAttr')
  fields.end()
  const wanted = rules.hosts === 'objects' ? objects : attributes
  if (wanted.length === 0) {
    if (objects.length + attributes.length === 0) throw unexpected(ns, '<ns> is empty')
    throw refuseValue(ns, 2306, `the names of this TLD take host ${rules.hosts}`)
  }
  if (wanted.length > rules.maxHosts) throw refuseValue(ns, 2306, `a domain has at most ${rules.maxHosts} hosts`)

  const hosts = objects.map((field) => readHostName(field))
  const described = attributes.map((field) => readHostAttribute(field, domain))
  const names = [...hosts, ...described.map(({ name }) => name)]
  if (new Set(names).size < names.length) throw refuseValue(ns, 2306, 'a host is given twice')
  return { hosts, attributes: described }
}

function readHostName(field: Element): string {
  const name = canonicalName(token(field, [1, 255]))
  if (name === undefined) throw refuseValue(field, 2005, 'that is no host name')
  return name
}

/** Glue goes with the hosts inside the domain, and only with them. */
function readHostAttribute(parent: Element, domain: string) {
  const fields = new Fields(parent)
  const nameField = fields.required('hostName')
  const addresses = readAddresses(fields.repeated('hostAddr'))
  fields.end()
  const name = readHostName(nameField)
  const isInside = name === domain || name.endsWith(`.${domain}`)
  if (isInside && addresses.length === 0) throw new Refusal(2003, `${name} lies in the domain and needs a <hostAddr>`)
  if (!isInside && addresses.length > 0)
    throw refuseValue(nameField, 2306, 'a host outside the domain takes no address')
  return { name, addresses }
}

function readContacts(registrant: Element | undefined, contacts: readonly Element[], rules: TldRules) {
  const elements = registrant ? [registrant, ...contacts] : contacts
  const [first] = elements
  if (rules.contacts === 'prohibited' && first) throw refuseValue(first, 2306, 'this TLD keeps no contacts')
  if (rules.contacts === 'required' && !registrant) throw new Refusal(2003, 'a domain has a <registrant>')
  const others = contacts.map((field): DomainContact => {
    const { type } = field.attributes
    if (type !== 'admin' && type !== 'billing' && type !== 'tech') {
      throw unexpected(field, 'the type of a contact is admin, billing or tech')
    }
    return { type, contact: token(field, [3, 16], 'type') }
  })
  const pairs = new Set(others.map(({ type, contact }) => `${type} ${contact}`))
  if (pairs.size < others.length) throw new Refusal(2306, 'a contact is given twice for one role')
  return { registrant: registrant ? token(registrant, [3, 16]) : null, others, elements }
}

async function refuseObstacle(field: Element, name: string, tld: string, { db }: ObjectContext): Promise<void> {
  const obstacle = (await findObstacles(db, [name], [tld])).get(name)
  if (obstacle === 'taken') throw taken(name)
  if (obstacle === 'reserved') throw refuseValue(field, 2306, 'the name is reserved')
  if (obstacle === 'premium') throw refuseValue(field, 2306, 'a premium name needs its fee')
}

async function refuseMissingContacts(fields: readonly Element[], { db, registrar }: ObjectContext): Promise<void> {
  if (fields.length === 0) return
  const id = (field: Element) => token(field, [3, 16], 'type')
  const sponsors = await findContactSponsors(db, [...new Set(fields.map(id))])
  for (const field of fields) {
    const sponsor = sponsors.get(id(field))
    if (sponsor === undefined) throw refuseValue(field, 2303, 'the contact does not exist')
    if (sponsor !== registrar) throw refuseValue(field, 2201, 'another registrar sponsors the contact')
  }
}

async function refuseMissingHosts(
  hosts: readonly string[],
  ns: Element | undefined,
  { db }: ObjectContext,
): Promise<void> {
  if (hosts.length === 0) return
  const existing = await holdHosts(db, hosts)
  const missing = ns?.children[hosts.findIndex((host) => !existing.has(host))]
  if (missing) throw refuseValue(missing, 2303, 'the host does not exist')
}

function taken(name: string): Refusal {
  return new Refusal(2302, 'the name is in use', { ns: DOMAIN, local: 'name', text: name })
}
