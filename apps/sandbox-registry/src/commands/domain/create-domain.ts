import { bill, gracePeriod, price } from '../../billing/bill'
import { refuseUnpaid, type Charge } from '../../billing/charge.store'
import { together } from '../../database/transaction'
import { openedByToken } from '../../extensions/allocation-token'
import { isCharged } from '../../extensions/charge'
import { agreeFee, withCredit } from '../../extensions/fee'
import { chooseIdnTable, isInternationalized } from '../../extensions/idn'
import { putIdnTableOf } from '../../extensions/idn.store'
import { refuseAgainstPhase } from '../../extensions/launch'
import { createSecDns } from '../../extensions/sec-dns'
import { addSeconds, addYears } from '../../model/calendar'
import { canonicalName, parentOf } from '../../model/name'
import { Refusal } from '../../model/result'
import { findObstacle, insertDomain, type NewDomain } from '../../objects/domain.store'
import { insertPendingAction } from '../../objects/pending-action.store'
import type { NameRules } from '../../objects/tld-rules.store'
import { readAuthInfo } from '../../protocol/auth-info'
import type { Answer, ObjectContext } from '../../protocol/command'
import { readYears } from '../../protocol/period'
import { Fields, refuseValue, token } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element, type Markup } from '../../xml/write'
import { readContacts, refuseMissingContacts } from './contacts'
import { readNameservers, refuseMissingHosts } from './nameservers'
import type { PlainCreate } from './plain-create.store'

/**
 * Creates a domain (RFC 5731 section 3.2.1). The name must be served and available; contacts and host objects must exist.
 * Of several creates of one name at the same time, one is answered 1000 and the others 2302.
 */
export async function createDomain(payload: Element, context: ObjectContext): Promise<Answer> {
  const { db, registrar, now, clTRID, svTRID } = context
  const request = readCreate(payload)
  const rules = await context.rulesOf(request.name)
  if (!rules) throw refuseValue(request.nameField, 2306, 'this registry does not serve the name')
  const create = planCreate(request, rules, now)
  const { domain, years } = create
  const { name } = domain
  await refuseAgainstPhase(context, rules, name)
  const idnTable = await chooseIdnTable(context, rules, name)
  const fee = agreeFee(context, rules, { command: 'create', years })
  const charge = chargeOf(create, rules, { at: now, registrar, svTRID })
  const [, , , credit] = await together([
    refuseObstacle(request.nameField, { name, tld: domain.tld, rules }, context),
    refuseMissingContacts(create.contactFields, context),
    refuseMissingHosts(domain.hosts, request.ns, context),
    refuseUnpaid(db, charge),
  ])
  // When another create was faster, the refusal rolls the charge back.
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
  return { code: isPending ? 1001 : 1000, extensions: withCredit(fee, credit), resData: writeCreated(domain, now) }
}

/** The rows of a create that passed all checks without the database, and its answer. */
export interface PlannedCreate extends Omit<PlainCreate, 'audit' | 'offsetSeconds'> {
  readonly answer: Answer
}

/**
 * Plans a create without extensions, under the rules of an ordinary name. Returns undefined when it needs more than the
 * rules: a premium price, a mark, an IDN table, a later decision.
 */
export async function planPlainCreate(
  payload: Element,
  { rulesOf, now, registrar, svTRID }: Pick<ObjectContext, 'rulesOf' | 'now' | 'registrar' | 'svTRID'>,
): Promise<PlannedCreate | undefined> {
  const request = readCreate(payload)
  const rules = await rulesOf(request.name)
  if (!rules || rules.dialect !== 'plain') return undefined
  if (rules.isPremium || rules.launchPhase !== 'open' || rules.processing !== 'immediate') return undefined
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

/** Checks a create against the rules of its TLD. */
function planCreate(request: ReturnType<typeof readCreate>, rules: NameRules, now: Date): Create {
  const { name, period } = request
  const years = period ? readYears(period, rules.periods.create) : rules.defaultPeriodYears
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
  if (name === undefined) throw refuseValue(nameField, 2005, 'that is not a domain name')
  return { ...request, name, nameField }
}

async function refuseObstacle(
  field: Element,
  { name, tld, rules }: { name: string; tld: string; rules: NameRules },
  context: ObjectContext,
): Promise<void> {
  const { db, policy } = context
  const obstacle = await findObstacle(db, name, tld, policy.endpoint)
  if (obstacle === 'taken') throw taken(name)
  const opened = await openedByToken(context, [name])
  if (opened && !opened.has(name)) throw refuseValue(field, 2201, 'the token does not open this name')
  if (obstacle === 'reserved' && !opened) throw refuseValue(field, 2306, 'the name is reserved')
  if (obstacle === 'premium' && !rules.extensions.includes('fee') && !isCharged(rules))
    throw refuseValue(field, 2306, 'a premium name needs its fee')
}

function taken(name: string): Refusal {
  return new Refusal(2302, 'the name is in use', { ns: DOMAIN, local: 'name', text: name })
}
