import { domainToUnicode } from 'node:url'
import { bill, price } from '../billing/bill'
import { refuseUnpaid, type Charge } from '../billing/charge.store'
import { endGraces } from '../billing/grace.store'
import { findSecDns } from '../extensions/sec-dns.store'
import { autoRenew } from '../lifecycle/auto-renew'
import { bystanders } from '../model/bystanders'
import { addDays, addYears } from '../model/calendar'
import { COMMON_ENDPOINT } from '../model/endpoint'
import { changeSponsor, endDeletion, putDeletion } from '../objects/domain-lifecycle.store'
import { changeDomain, findDomain, findObstacle, insertDomain, type Domain } from '../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../objects/own-data.store'
import { insertPollMessage } from '../objects/poll-message.store'
import { messageFor, openedBy } from './auth-info'
import { one, type RriCommand, type RriContext } from './command'
import { blockOf } from './contact-commands'
import {
  lockNamed,
  lockOwn,
  nameIn,
  putKeys,
  readWhole,
  SERVED,
  wholeDomain,
  type OwnOfDomain,
  type StatedDomain,
} from './domain-fields'
import { RriRefusal } from './refusal'
import type { Fields, Line } from './text'

const named = { domain: 'one', 'domain-ace': 'optional' } as const
/** What a domain in transit is delegated to when it is disconnected. */
const TRANSIT_ENTRY = (name: string) => `${name} IN A 192.0.2.1`

export const domainCommands: Readonly<Record<string, RriCommand>> = {
  CHECK: { name: 'domain:check', isChange: false, keywords: named, run: checkDomain },
  INFO: {
    name: 'domain:info',
    isChange: false,
    keywords: { ...named, recursive: 'optional', authinfo: 'optional' },
    run: infoDomain,
  },
  CREATE: { name: 'domain:create', isChange: true, keywords: wholeDomain, run: createDomain },
  UPDATE: {
    name: 'domain:update',
    isChange: true,
    keywords: wholeDomain,
    run: (fields, context) => stateDomain(fields, context, 'UPDATE'),
  },
  CHHOLDER: {
    name: 'domain:chholder',
    isChange: true,
    keywords: wholeDomain,
    run: (fields, context) => stateDomain(fields, context, 'CHHOLDER'),
  },
  CHPROV: { name: 'domain:chprov', isChange: true, keywords: { ...wholeDomain, authinfo: 'one' }, run: takeOver },
  DELETE: { name: 'domain:delete', isChange: true, keywords: { ...named, holder: 'optional' }, run: deleteDomain },
  RESTORE: { name: 'domain:restore', isChange: true, keywords: named, run: restoreDomain },
  TRANSIT: { name: 'domain:transit', isChange: true, keywords: { ...named, disconnect: 'optional' }, run: transit },
}

async function checkDomain(fields: Fields, context: RriContext) {
  const name = nameIn(fields)
  const obstacle = name === undefined ? undefined : await findObstacle(context.db, name, SERVED, COMMON_ENDPOINT)
  const isInvalid = name === undefined || obstacle === 'reserved' || obstacle === 'unserved'
  const domain = isInvalid ? undefined : await findDomain(context.db, name)
  const own = domain && (await findOwnOfDomain(context.db, domain.name))
  const status = isInvalid ? 'invalid' : domain ? statusOf(domain, own ?? {}) : 'free'
  return { lines: [['Domain', one(fields, 'domain')] as const, ['Status', status] as const] }
}

async function infoDomain(fields: Fields, context: RriContext) {
  const { domain, own } = await lockNamed(fields, context)
  const { db, registrar, now } = context
  const { name, sponsor, hostAttributes } = domain
  const keys = await findSecDns(db, name)
  const isOwn = sponsor === registrar
  const lines: Line[] = [
    ['Domain', domainToUnicode(name)],
    ['Domain-Ace', name],
    ...hostAttributes.map(({ name: host, addresses }) => ['Nserver', [`${host}.`, ...addresses].join(' ')] as const),
    ...keys.flatMap((key) =>
      'pubKey' in key ? [['Dnskey', `${key.flags} ${key.protocol} ${key.alg} ${key.pubKey}`] as const] : [],
    ),
    ...(own.nsentries ?? []).map((entry) => ['Nsentry', entry] as const),
    ['Status', statusOf(domain, own)],
    ...(isOwn && own.authInfo1 ? [['AuthInfo1', `${own.authInfo1.until}T23:59:59Z`] as const] : []),
    ...(isOwn && own.authInfo2 ? [['AuthInfo2', own.authInfo2.until] as const] : []),
    ['RegAccId', regAccOf(sponsor)],
    ['RegAccName', `RegAcc ${regAccOf(sponsor)}`],
    ['Changed', changedAt(domain).toISOString()],
  ]
  const code = fields.get('authinfo')?.[0]
  const showsHolder = isOwn || (code !== undefined && openedBy(code, own, now) !== undefined)
  if (!showsHolder || fields.get('recursive')?.[0] !== 'true') return { lines }
  const { generalRequest, abuseContact } = own
  return {
    lines,
    blocks: [
      ...(domain.registrant === null ? [] : await blockOf('Holder', domain.registrant, context)),
      ...(generalRequest === undefined ? [] : await blockOf('GeneralRequest', generalRequest, context)),
      ...(abuseContact === undefined ? [] : await blockOf('AbuseContact', abuseContact, context)),
    ],
  }
}

async function createDomain(fields: Fields, context: RriContext) {
  const { db, registrar, now } = context
  const name = nameIn(fields)
  const obstacle = name === undefined ? 'unserved' : await findObstacle(db, name, SERVED, COMMON_ENDPOINT)
  if (name === undefined || obstacle === 'unserved' || obstacle === 'reserved')
    throw new RriRefusal('invalid', one(fields, 'domain'))
  if (obstacle === 'taken') throw new RriRefusal('taken', name)
  const stated = await readWhole(fields, name, context)
  const domain = { name, tld: SERVED, registrant: stated.holder, contacts: [], hosts: [], authInfo: null }
  const { hostAttributes } = stated
  const isNew = await insertDomain(db, { ...domain, hostAttributes, expiresAt: addYears(now, 1) }, registrar, now)
  if (!isNew) throw new RriRefusal('taken', name)
  await putKeys(context, name, stated.keys)
  await putOwnOfDomain(db, name, stated.own)
  await pay(context, name, 'create', 1)
  return {}
}

/** Puts a domain into the stated state. Only a CHHOLDER has another holder, and it ends the code of the registrar. */
async function stateDomain(fields: Fields, context: RriContext, action: 'CHHOLDER' | 'UPDATE') {
  const { domain, own } = await lockOwn(fields, context)
  if (domain.rgp !== null) throw new RriRefusal('status', domain.name)
  const stated = await readWhole(fields, domain.name, context)
  if (action === 'UPDATE' && stated.holder !== domain.registrant) throw new RriRefusal('holder', stated.holder)
  const { authInfo1, authInfo2 } = own
  await write(domain, stated, context, {
    ...(authInfo1 && action === 'UPDATE' && { authInfo1 }),
    ...(authInfo2 && { authInfo2 }),
  })
  return {}
}

async function takeOver(fields: Fields, context: RriContext) {
  const { db, registrar, now } = context
  const { domain, own } = await lockNamed(fields, context)
  const { name, sponsor } = domain
  if (sponsor === registrar) throw new RriRefusal('own', name)
  const opened = openedBy(one(fields, 'authinfo'), own, now)
  if (opened === undefined || (domain.rgp !== null && opened !== 2)) throw new RriRefusal('authInfo', name)
  const stated = await readWhole(fields, name, context)
  if (domain.rgp !== null) await endDeletion(db, name)
  await changeSponsor(db, { domain: name, sponsor: registrar, at: now, expiresAt: addYears(now, 1) })
  await write(domain, stated, context, opened === 1 && own.authInfo2 ? { authInfo2: own.authInfo2 } : {})
  await endGraces(db, name)
  await pay(context, name, 'transfer', 1)
  const lines = { Domain: name, 'Chprov-to': registrar, 'Chprov-from': regAccOf(sponsor) }
  await insertPollMessage(db, messageFor(sponsor, now, 'chprovAuthInfo', lines))
  return {}
}

async function deleteDomain(fields: Fields, context: RriContext) {
  const { db, now, rules, svTRID } = context
  const { domain, own } = await lockOwn(fields, context)
  const { name } = domain
  if (domain.rgp !== null) throw new RriRefusal('status', name)
  const holder = fields.get('holder')?.[0]
  if (holder !== undefined && holder !== domain.registrant) throw new RriRefusal('holder', holder)
  const { authInfo1: _1, authInfo2: _2, ...rest } = own
  await putOwnOfDomain(db, name, rest)
  const until = addDays(now, rules.redemptionDays)
  await putDeletion(db, name, { state: 'redemptionPeriod', until, redemptionUntil: until, clTRID: null, svTRID })
  return {}
}

async function restoreDomain(fields: Fields, context: RriContext) {
  const { db, now, rules } = context
  const { domain } = await lockOwn(fields, context)
  if (domain.rgp === null) throw new RriRefusal('status', domain.name)
  await pay(context, domain.name, 'restore', 0)
  await endDeletion(db, domain.name)
  for (let { expiresAt } = domain; expiresAt <= now;)
    expiresAt = await autoRenew(db, { ...domain, expiresAt }, rules, now)
  return {}
}

/** The domain goes to the registry itself, which asks its holder. */
async function transit(fields: Fields, context: RriContext) {
  const { db, now } = context
  const { domain, own } = await lockOwn(fields, context)
  const { name, expiresAt } = domain
  if (domain.rgp !== null || statusOf(domain, own) === 'failed') throw new RriRefusal('status', name)
  const disconnects = fields.get('disconnect')?.[0] === 'true'
  await changeSponsor(db, { domain: name, sponsor: bystanders.sponsor, at: now, expiresAt })
  const keys = disconnects ? [] : (await findSecDns(db, name)).filter((key) => 'pubKey' in key)
  const hostAttributes = disconnects ? [] : domain.hostAttributes
  const nsentries = disconnects ? [TRANSIT_ENTRY(name)] : own.nsentries
  const stated = { holder: domain.registrant ?? '', hostAttributes, keys, own: { ...(nsentries && { nsentries }) } }
  await write(domain, stated, context, own.authInfo2 ? { authInfo2: own.authInfo2 } : {})
  return {}
}

/** Writes all of a domain, with the codes that it keeps. */
async function write(
  { name, setStatuses }: Domain,
  { holder, hostAttributes, keys, own }: StatedDomain,
  context: RriContext,
  codes: Pick<OwnOfDomain, 'authInfo1' | 'authInfo2'>,
): Promise<void> {
  const { db, registrar, now } = context
  await changeDomain(db, {
    name,
    statuses: setStatuses,
    registrant: holder,
    contacts: [],
    hosts: [],
    hostAttributes,
    authInfo: null,
    updatedBy: registrar,
    updatedAt: now,
  })
  await putKeys(context, name, keys)
  await putOwnOfDomain(db, name, { ...own, ...codes })
}

async function pay(context: RriContext, domain: string, kind: Charge['kind'], years: number): Promise<void> {
  const { db, registrar, now, rules, svTRID } = context
  const { currency } = rules
  const cents = price(rules, kind, Math.max(years, 1))
  await refuseUnpaid(db, { registrar, cents, currency })
  await bill(db, { at: now, registrar, domain, kind, years, cents, currency, svTRID }, rules)
}

function statusOf(domain: Domain, { nsentries = [] }: OwnOfDomain): string {
  if (domain.rgp !== null) return 'redemptionPeriod'
  return domain.hostAttributes.length + nsentries.length > 0 ? 'connect' : 'failed'
}

function changedAt({ createdAt, updatedAt, transferredAt }: Domain): Date {
  return new Date(Math.max(...[createdAt, updatedAt, transferredAt].map((date) => date?.getTime() ?? 0)))
}

/** Sponsors that do not speak RRI are shown as one RegAcc: the registry itself, and accounts of EPP. */
function regAccOf(sponsor: string): string {
  return sponsor.startsWith('DENIC-') ? sponsor : 'DENIC-99'
}
