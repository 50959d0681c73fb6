import { bill, price } from '../../billing/bill'
import { refuseUnpaid } from '../../billing/charge.store'
import { readRoles, refuseMissingContacts } from '../../commands/domain/contacts'
import { readNameservers } from '../../commands/domain/nameservers'
import { lockNamedDomain, lockOwnDomain, refuseProhibited } from '../../commands/domain/own-domain'
import { writeTransfer } from '../../lifecycle/notices'
import { addYears } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { changeSponsor, putExpiry } from '../../objects/domain-lifecycle.store'
import { changeDomain, type Domain } from '../../objects/domain.store'
import { putOwnOfDomain } from '../../objects/own-data.store'
import { insertPollMessage } from '../../objects/poll-message.store'
import type { NameRules } from '../../objects/tld-rules.store'
import { putTransfer, type Transfer } from '../../objects/transfer.store'
import { opensDomain, readAuthInfo } from '../../protocol/auth-info'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import type { DialectCommand } from '../dialect'
import { refuseIncomplete, refuseOtherTypes } from './contacts'
import { DNSBE } from './namespaces'

/** Transfers a domain at once, with the contacts and nameservers of the request. Its period starts again. */
export async function transferDomain({ request, context }: DialectCommand): Promise<Answer> {
  const { db, registrar, now } = context
  if (context.op !== 'request')
    throw new Refusal(2101, 'a transfer is not queried or answered: it takes effect at once')
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  const authInfo = fields.required('authInfo')
  fields.end()
  const wanted = readTakeover(context.extensions.get(DNSBE), 'transfer')
  const { domain, rules } = await lockNamedDomain(nameField, context)
  if (domain.sponsor === registrar) throw refuseValue(nameField, 2002, 'the registrar sponsors the domain already')
  if (!opensDomain(readAuthInfo(authInfo), domain)) throw new Refusal(2202)
  refuseProhibited(domain, 'Transfer')
  const expiresAt = addYears(now, 1)
  await changeSponsor(db, { domain: domain.name, sponsor: registrar, at: now, expiresAt })
  await takeOver(domain, rules, wanted, context)
  const transfer: Transfer = {
    domain: domain.name,
    status: 'serverApproved',
    requestedBy: registrar,
    requestedAt: now,
    acting: domain.sponsor,
    actsAt: now,
    expiresAt,
  }
  await putTransfer(db, transfer)
  const values = {
    action: 'APPROVED',
    domainname: domain.name,
    returncode: '1000',
    type: 'TRANSFER',
    date: now.toISOString(),
  }
  await insertPollMessage(db, {
    registrar: domain.sponsor,
    at: now,
    text: 'Transfer of a domain away',
    resData: element(
      'dnsbe:pollRes',
      { 'xmlns:dnsbe': DNSBE },
      Object.entries(values).map(([name, value]) => element(`dnsbe:${name}`, {}, value)),
    ),
  })
  return { code: 1000, resData: writeTransfer(transfer) }
}

/** Gives a domain to another licensee at once, with the code of the old one. It costs, and the period starts again. */
export async function tradeDomain({ request, context }: DialectCommand): Promise<Answer> {
  if (context.op !== 'request') throw new Refusal(2101, 'a trade is only requested')
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  const authInfo = fields.required('authInfo')
  fields.end()
  const wanted = readTakeover(context.extensions.get(DNSBE), 'trade')
  const { domain, rules } = await lockOwnDomain(nameField, context)
  if (!opensDomain(readAuthInfo(authInfo), domain)) throw new Refusal(2202)
  refuseProhibited(domain, 'Update')
  await putExpiry(context.db, domain.name, addYears(context.now, 1))
  await takeOver(domain, rules, wanted, context)
  return { code: 1000 }
}

interface Takeover {
  readonly registrant: Element
  readonly billing: Element
  readonly tech: readonly Element[]
  readonly ns: Element | undefined
}

function readTakeover(extension: Element | undefined, kind: 'transfer' | 'trade'): Takeover {
  if (!extension) throw new Refusal(2003, `a ${kind} names the contacts of the domain, in its extension`)
  const outer = new Fields(extension)
  const middle = new Fields(outer.required(kind))
  outer.end()
  const fields = new Fields(middle.required('domain'))
  middle.end()
  const registrant = fields.required('registrant')
  fields.optional('trDate')
  const billing = fields.required('billing')
  fields.repeated('accmgr')
  const tech = fields.repeated('tech')
  fields.repeated('onsite')
  const ns = fields.optional('ns')
  fields.end()
  refuseIncomplete((type) => (type === 'tech' ? tech.length : type === 'billing' ? 1 : 0))
  return { registrant, billing, tech, ns }
}

async function takeOver(
  domain: Domain,
  rules: NameRules,
  { registrant, billing, tech, ns }: Takeover,
  context: ObjectContext,
): Promise<void> {
  const { db, registrar, now, svTRID } = context
  const isSame = token(registrant, [3, 16]) === '#AUTO#'
  const others = [billing, ...tech]
  await refuseMissingContacts(isSame ? others : [registrant, ...others], context)
  await refuseOtherTypes(
    [
      ...(isSame ? [] : [{ field: registrant, type: 'licensee' }]),
      ...others.map((field) => ({ field, type: field.local })),
    ],
    context,
  )
  const { name } = domain
  const cents = price(rules, 'transfer', 1)
  const { currency } = rules
  await refuseUnpaid(db, { registrar, cents, currency })
  await changeDomain(db, {
    name,
    statuses: domain.setStatuses,
    registrant: isSame ? domain.registrant : token(registrant, [3, 16]),
    contacts: readRoles(others.map((field) => ({ ...field, attributes: { type: field.local } }))),
    hosts: [],
    hostAttributes: ns ? readNameservers({ ...ns, ns: DOMAIN }, name, rules).attributes : domain.hostAttributes,
    authInfo: null,
    updatedBy: registrar,
    updatedAt: now,
  })
  await putOwnOfDomain(db, name, {})
  await bill(db, { at: now, registrar, domain: name, kind: 'transfer', years: 1, cents, currency, svTRID }, rules)
}
