import { openedByToken } from '../../extensions/allocation-token'
import { agreeFee } from '../../extensions/fee'
import { chooseIdnTable } from '../../extensions/idn'
import { putIdnTableOf } from '../../extensions/idn.store'
import { refuseAgainstPhase } from '../../extensions/launch'
import { createSecDns } from '../../extensions/sec-dns'
import { bill, price } from '../../life/bill'
import { refuseUnpaid } from '../../life/charge.store'
import { insertPendingAction } from '../../life/pending-action.store'
import { addSeconds, addYears } from '../../model/calendar'
import { canonicalName, parentOf } from '../../model/name'
import { Refusal } from '../../model/result'
import { together } from '../../server/transaction'
import { Fields, refuseValue, token } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element } from '../../xml/write'
import { readAuthInfo } from '../auth-info'
import type { Answer, ObjectContext } from '../command'
import { readContacts, refuseMissingContacts } from './contacts'
import { findObstacle, insertDomain } from './domain.store'
import { readNameservers, refuseMissingHosts } from './nameservers'
import { readYears } from './period'
import type { NameRules } from './tld-rules.store'

/**
 * Creates a domain (RFC 5731 section 3.2.1). The name must be one this registry serves and nobody has; contacts and
 * host objects must exist. Of several registrars that ask at once one gets 1000 and the others 2302.
 */
export async function createDomain(payload: Element, context: ObjectContext): Promise<Answer> {
  const { db, registrar, now, clTRID, svTRID } = context
  const request = readCreate(payload)
  const name = canonicalName(token(request.name, [1, 255]))
  if (name === undefined) throw refuseValue(request.name, 2005, 'that is no domain name')
  const tld = parentOf(name)
  const rules = await context.rulesOf(name)
  if (!rules) throw refuseValue(request.name, 2306, 'that is not a name of this registry')

  const years = request.period ? readYears(request.period) : rules.defaultPeriodYears
  if (request.period && (years < rules.minPeriodYears || years > rules.maxPeriodYears)) {
    throw refuseValue(request.period, 2004, `the period is ${rules.minPeriodYears} to ${rules.maxPeriodYears} years`)
  }
  const nameservers = readNameservers(request.ns, name, rules)
  const contacts = readContacts(request.registrant, request.contacts, rules)
  await refuseAgainstPhase(context, rules, name)
  const idnTable = await chooseIdnTable(context, rules, name)
  const fee = agreeFee(context, rules, { command: 'create', years })
  const { currency } = rules
  const cents = price(rules, 'create', years)
  await together([
    refuseObstacle(request.name, { name, tld, rules }, context),
    refuseMissingContacts(contacts.elements, context),
    refuseMissingHosts(nameservers.hosts, request.ns, context),
    refuseUnpaid(db, { registrar, cents, currency }),
  ])
  const expiresAt = addYears(now, years)
  const { pw } = readAuthInfo(request.authInfo)
  const domain = {
    name,
    tld,
    registrant: contacts.registrant,
    contacts: contacts.others,
    hosts: nameservers.hosts,
    hostAttributes: nameservers.attributes,
    authInfo: pw === '' ? null : pw,
    expiresAt,
  }
  // Billed in vain when somebody else was faster: the refusal takes the charge back.
  const [isCreated] = await together([
    insertDomain(db, domain, registrar, now),
    bill(db, { at: now, registrar, domain: name, kind: 'create', years, cents, currency, svTRID }, rules),
  ])
  if (!isCreated) throw taken(name)
  if (idnTable !== undefined) await putIdnTableOf(db, name, idnTable)
  await createSecDns(context, rules, name)
  const isPending = rules.processing === 'pending'
  if (isPending) {
    await insertPendingAction(db, {
      domain: name,
      kind: 'create',
      registrar,
      clTRID: clTRID ?? null,
      svTRID,
      dueAt: addSeconds(now, rules.processingSeconds),
      payload: null,
      extensions: null,
    })
  }
  return {
    code: isPending ? 1001 : 1000,
    extensions: fee ? [fee] : [],
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

async function refuseObstacle(
  field: Element,
  { name, tld, rules }: { name: string; tld: string; rules: NameRules },
  context: ObjectContext,
): Promise<void> {
  const { db, policy } = context
  const obstacle = await findObstacle(db, name, tld, policy.door)
  if (obstacle === 'taken') throw taken(name)
  const opened = await openedByToken(context, [name])
  if (opened && !opened.has(name)) throw refuseValue(field, 2201, 'the token does not open this name')
  if (obstacle === 'reserved' && !opened) throw refuseValue(field, 2306, 'the name is reserved')
  if (obstacle === 'premium' && !rules.extensions.includes('fee'))
    throw refuseValue(field, 2306, 'a premium name needs its fee')
}

function taken(name: string): Refusal {
  return new Refusal(2302, 'the name is in use', { ns: DOMAIN, local: 'name', text: name })
}
