import { bill, price } from '../../billing/bill'
import { refuseUnpaid } from '../../billing/charge.store'
import { readRoles, refuseMissingContacts } from '../../commands/domain/contacts'
import { readNameservers } from '../../commands/domain/nameservers'
import { lockNamedDomain, refuseProhibited } from '../../commands/domain/own-domain'
import { expiryAfterTransfer } from '../../lifecycle/complete-transfer'
import { writeTransfer } from '../../lifecycle/notices'
import { Refusal } from '../../model/result'
import { changeSponsor } from '../../objects/domain-lifecycle.store'
import { changeDomain } from '../../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import { insertPollMessage } from '../../objects/poll-message.store'
import { putTransfer, type Transfer } from '../../objects/transfer.store'
import { opensDomain, readAuthInfo } from '../../protocol/auth-info'
import type { Answer } from '../../protocol/command'
import { readYears } from '../../protocol/period'
import { Fields, refuseValue, token } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import type { DialectCommand } from '../dialect'
import { refuseIncomplete, refuseOtherTypes } from './contacts'
import { domainNotice } from './notices'

/**
 * Transfers a domain at once, to the registrant, contacts and nameservers that the request names. The code must not be
 * older than its validity. A year is added.
 */
export async function transferDomain(
  extension: Element | undefined,
  { request, context }: DialectCommand,
): Promise<Answer> {
  const { db, now, registrar, svTRID } = context
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  const periodField = fields.optional('period')
  const authInfo = fields.optional('authInfo')
  fields.end()
  if (!extension) throw new Refusal(2003, 'a transfer names the registrant and contacts, in its extension')
  const named = readExtension(extension)
  const { domain, rules } = await lockNamedDomain(nameField, context)
  const { name, sponsor } = domain
  if (sponsor === registrar) throw refuseValue(nameField, 2002, 'the registrar sponsors the domain already')
  if (!authInfo) throw new Refusal(2003, 'a transfer request needs the <authInfo>')
  const { authInfoUntil } = await findOwnOfDomain(db, name)
  const isExpired = typeof authInfoUntil === 'string' && new Date(authInfoUntil) <= now
  if (isExpired || !opensDomain(readAuthInfo(authInfo), domain)) throw new Refusal(2202)
  refuseProhibited(domain, 'Transfer')
  if (periodField && readYears(periodField) !== rules.transferYears)
    throw refuseValue(periodField, 2306, `a transfer adds ${rules.transferYears} years`)
  refuseIncomplete(named.contacts)
  await refuseMissingContacts([named.registrant, ...named.contacts], context)
  await refuseOtherTypes(named, context)
  const cents = price(rules, 'transfer', rules.transferYears)
  const { currency } = rules
  await refuseUnpaid(db, { registrar, cents, currency })

  const { expiresAt } = await expiryAfterTransfer(db, domain, rules, now)
  await changeSponsor(db, { domain: name, sponsor: registrar, at: now, expiresAt })
  await changeDomain(db, {
    name,
    statuses: domain.setStatuses,
    registrant: token(named.registrant, [3, 16]),
    contacts: readRoles(named.contacts),
    hosts: [],
    hostAttributes: named.ns
      ? readNameservers({ ...named.ns, ns: DOMAIN }, name, rules).attributes
      : domain.hostAttributes,
    authInfo: null,
    updatedBy: registrar,
    updatedAt: now,
  })
  await putOwnOfDomain(db, name, {})
  const charge = { at: now, registrar, domain: name, kind: 'transfer' as const, years: rules.transferYears, cents }
  await bill(db, { ...charge, currency, svTRID }, rules)
  const done: Transfer = {
    domain: name,
    status: 'serverApproved',
    requestedBy: registrar,
    requestedAt: now,
    acting: sponsor,
    actsAt: now,
    expiresAt,
  }
  await putTransfer(db, done)
  const moved = { name, at: now, context: 'TRANSFER' }
  const lost = { action: 'AWAY', code: '3302', text: 'Domain name transferred to another registrar' }
  await insertPollMessage(db, domainNotice(sponsor, { ...moved, ...lost }))
  return { code: 1000, resData: writeTransfer(done) }
}

function readExtension(extension: Element) {
  const outer = new Fields(extension)
  const fields = new Fields(outer.required('request'))
  outer.end()
  const registrant = fields.required('registrant')
  const contacts = fields.repeated('contact')
  const ns = fields.optional('ns')
  fields.end()
  return { registrant, contacts, ns }
}
