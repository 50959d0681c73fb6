import { openedByToken } from '../../extensions/allocation-token'
import { agreeFee } from '../../extensions/fee'
import { chooseIdnTable, isInternationalized } from '../../extensions/idn'
import { putIdnTableOf } from '../../extensions/idn.store'
import { refuseAgainstPhase } from '../../extensions/launch'
import { createSecDns } from '../../extensions/sec-dns'
import { bill, gracePeriod, price } from '../../life/bill'
import { refuseUnpaid, type Charge } from '../../life/charge.store'
import { insertPendingAction } from '../../life/pending-action.store'
import { addSeconds, addYears } from '../../model/calendar'
import { canonicalName, parentOf } from '../../model/name'
import { Refusal } from '../../model/result'
import { together } from '../../server/transaction'
import { Fields, refuseValue, token } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element, type Markup } from '../../xml/write'
import { readAuthInfo } from '../auth-info'
import type { Answer, ObjectContext } from '../command'
import { readContacts, refuseMissingContacts } from './contacts'
import { findObstacle, insertDomain, type NewDomain } from './domain.store'
import { readNameservers, refuseMissingHosts } from './nameservers'
import { readYears } from './period'
import type { PlainCreate } from './plain-create.store'
import type { NameRules } from './tld-rules.store'

/**
 * Creates a domain (RFC 5731 section 3.2.1). The name must be one this registry serves and nobody has; contacts and
 * host objects must exist. Of several registrars that ask at once one gets 1000 and the others 2302.
 */
export async function createDomain(payload: Element, context: ObjectContext): Promise<Answer> {
  const { db, registrar, now, clTRID, svTRID } = context
  const request = readCreate(payload)
  const rules = await context.rulesOf(request.name)
  if (!rules) throw refuseValue(request.nameField, 2306, 'that is not a name of this registry')
  const create = planCreate(request, rules, now)
  const { domain, years } = create
  const { name } = domain
  await refuseAgainstPhase(context, rules, name)
  const idnTable = await chooseIdnTable(context, rules, name)
  const fee = agreeFee(context, rules, { command: 'create', years })
  const charge = chargeOf(create, rules, { at: now, registrar, svTRID })
  await together([
    refuseObstacle(request.nameField, { name, tld: domain.tld, rules }, context),
    refuseMissingContacts(create.contactFields, context),
    refuseMissingHosts(domain.hosts, request.ns, context),
    refuseUnpaid(db, charge),
  ])
  // Billed in vain when somebody else was faster: the refusal takes the charge back.
  const [isCreated] = await together([insertDomain(db, domain, registrar, now), bill(db, charge, rules)])
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
  return { code: isPending ? 1001 : 1000, extensions: fee ? [fee] : [], resData: writeCreated(domain, now) }
}

/** A create that is carried out when nothing stands in its way, and its answer then. */
export interface PlannedCreate extends Omit<PlainCreate, 'audit' | 'offsetSeconds'> {
  readonly answer: Answer
}

/**
 * What a create without extensions writes and is answered, under the rules of an ordinary name. Undefined when it is
 * refused by them, or needs more: a token, a mark, a table, a decision.
 */
export async function planPlainCreate(
  payload: Element,
  { rulesOf, now, registrar, svTRID }: Pick<ObjectContext, 'rulesOf' | 'now' | 'registrar' | 'svTRID'>,
): Promise<PlannedCreate | undefined> {
  const request = readCreate(payload)
  const rules = await rulesOf(request.name)
  if (!rules || rules.isPremium || rules.launchPhase !== 'open' || rules.processing !== 'immediate') return undefined
  if (rules.idnTables.length > 0 && isInternationalized(request.name)) return undefined
  const create = planCreate(request, rules, now)
  const charge = chargeOf(create, rules, { at: now, registrar, svTRID })
  const answer: Answer = { code: 1000, resData: writeCreated(create.domain, now) }
  return { domain: create.domain, charge, grace: gracePeriod(charge, rules), answer }
}

interface Create {
  readonly domain: NewDomain
  readonly years: number
  readonly contactFields: readonly Element[]
}

/** Measures a create by the rules of its TLD. */
function planCreate(request: ReturnType<typeof readCreate>, rules: NameRules, now: Date): Create {
  const { name, period } = request
  const years = period ? readYears(period) : rules.defaultPeriodYears
  if (period && (years < rules.minPeriodYears || years > rules.maxPeriodYears)) {
    throw refuseValue(period, 2004, `the period is ${rules.minPeriodYears} to ${rules.maxPeriodYears} years`)
  }
  const nameservers = readNameservers(request.ns, name, rules)
  const contacts = readContacts(request.registrant, request.contacts, rules)
  const { pw } = readAuthInfo(request.authInfo)
  const domain = {
    name,
    tld: parentOf(name),
    registrant: contacts.registrant,
    contacts: contacts.others,
    hosts: nameservers.hosts,
    hostAttributes: nameservers.attributes,
    authInfo: pw === '' ? null : pw,
    expiresAt: addYears(now, years),
  }
  return { domain, years, contactFields: contacts.elements }
}

function chargeOf(
  { domain, years }: Create,
  rules: NameRules,
  by: Pick<Charge, 'at' | 'registrar' | 'svTRID'>,
): Charge {
  const cents = price(rules, 'create', years)
  return { ...by, domain: domain.name, kind: 'create', years, cents, currency: rules.currency }
}

function writeCreated({ name, expiresAt }: NewDomain, now: Date): Markup {
  return element('domain:creData', { 'xmlns:domain': DOMAIN }, [
    element('domain:name', {}, name),
    element('domain:crDate', {}, now.toISOString()),
    element('domain:exDate', {}, expiresAt.toISOString()),
  ])
}

function readCreate(payload: Element) {
  const fields = new Fields(payload)
  const nameField = fields.required('name')
  const request = {
    period: fields.optional('period'),
    ns: fields.optional('ns'),
    registrant: fields.optional('registrant'),
    contacts: fields.repeated('contact'),
    authInfo: fields.required('authInfo'),
  }
  fields.end()
  const name = canonicalName(token(nameField, [1, 255]))
  if (name === undefined) throw refuseValue(nameField, 2005, 'that is no domain name')
  return { ...request, name, nameField }
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
