import { randomBytes } from 'node:crypto'
import { lockOwnDomain } from '../../commands/domain/own-domain'
import { restoreDomain } from '../../commands/domain/restore-domain'
import { removeAllSecDns } from '../../extensions/sec-dns.store'
import { addDays, addSeconds } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { putAuthInfo } from '../../objects/domain-lifecycle.store'
import { changeDomain, findDomain } from '../../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import { insertPendingAction } from '../../objects/pending-action.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { onlyChild, refuseValue, token } from '../../xml/fields'
import { RGP } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import type { Markup } from '../../xml/write'
import { refuseForeign } from '../assigned-contact'
import type { Dialect, DialectCommand } from '../dialect'
import { readExtendedCommand, verbOf } from '../extended-command'
import { restoreRequest } from '../planned-deletion'
import { withdraw } from '../withdraw'
import { cloneContact, createContact } from './contacts'
import { DKHM, dkhm } from './form'

/** How long a code for a transfer is valid. */
const CODE_DAYS = 14

/** How long the registry looks at a new domain, unless the control port decides before. */
const ASSESS_SECONDS = 60

/**
 * Punktum dk (.dk): registrants of a kind whose identifiers the registry chooses, terms that they accept, creates that are
 * answered later, codes on request, transfers at once that clone the registrant, restores by a report alone.
 */
export const punktum: Dialect = {
  name: 'punktum',
  extensions: [DKHM],
  several: [DKHM],
  takes: (command, extension) =>
    extension === DKHM && ['contact:create', 'domain:create', 'domain:update', 'host:create'].includes(command),
  readOwn: (root) => readExtendedCommand(root, ['withdraw']),
  carryOut: async (command) => carryOut[command.request.name]?.(command) ?? command.proceed(),
}

const carryOut: Readonly<Record<string, (command: DialectCommand) => Promise<Answer>>> = {
  'contact:create': createContact,
  'contact:delete': () => Promise.reject(new Refusal(2101, 'contacts cannot be deleted')),
  'host:create': createHost,
  'domain:create': createDomain,
  'domain:info': infoDomain,
  'domain:renew': renewDomain,
  'domain:update': updateDomain,
  'domain:transfer': transferDomain,
  'domain:withdraw': ({ request: { payload }, context }) =>
    withdraw(onlyChild(verbOf(payload).object!), false, context),
}

async function createHost({ context, proceed }: DialectCommand): Promise<Answer> {
  await refuseUnknown(given(context, 'requestedNsAdmin'), context)
  return proceed()
}

/** Registers a domain. The answer comes later, as a message with the assessment of the registry. */
async function createDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const { db, now, registrar, clTRID = null, svTRID } = context
  const { payload, objects } = request
  refuseUnaccepted(context)
  const [contact] = childrenOf(payload, 'contact')
  if (contact) throw refuseValue(contact, 2306, 'a domain has a registrant alone')
  const [authInfo] = childrenOf(payload, 'authInfo')
  if (authInfo && onlyChild(authInfo).text !== '')
    throw refuseValue(onlyChild(authInfo), 2306, 'the name is on no waiting list')
  const answer = await proceed()
  await refuseUnknown(childrenOf(payload, 'registrant'), context)
  const [name = ''] = objects
  const assessment = dkhm('risk_assessment', {}, 'GREEN')
  await putOwnOfDomain(db, name, { assessment, expires: !isRenewed(context, true) })
  const dueAt = addSeconds(now, ASSESS_SECONDS)
  const nothing = { payload: null, extensions: null }
  await insertPendingAction(db, { domain: name, kind: 'create', registrar, clTRID, svTRID, dueAt, ...nothing })
  return { ...answer, code: 1001 }
}

/** Shows a domain. Its code and the day of its deletion are in the extension alone. */
async function infoDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const answer = await proceed()
  const { db, registrar } = context
  const domain = await findDomain(db, request.objects[0] ?? '')
  if (!domain) return answer
  const { codeUntil, expires } = await findOwnOfDomain(db, domain.name)
  const { authInfo, redemptionUntil, sponsor, name } = domain
  const date = redemptionUntil?.toISOString()
  const shown = [
    dkhm('autoRenew', {}, String(expires !== true)),
    date === undefined
      ? undefined
      : dkhm('domainAdvisory', { domain: name, advisory: 'pendingDeletionDate', date }, ''),
    sponsor === registrar && authInfo !== null && typeof codeUntil === 'string'
      ? dkhm('authInfo', { op: 'transfer', expdate: codeUntil }, authInfo)
      : undefined,
  ].filter((each) => each !== undefined)
  const others = (answer.extensions ?? []).filter(({ name }) => name !== 'rgp:infData')
  const resData = answer.resData && withoutStates(answer.resData)
  return { ...answer, ...(resData && { resData }), extensions: [...others, ...shown] }
}

function withoutStates({ name, attributes, content }: Markup): Markup {
  if (typeof content === 'string') return { name, attributes, content }
  const isHidden = (child: Markup) => child.name === 'domain:authInfo' || child.attributes.s === 'pendingDelete'
  return { name, attributes, content: content.filter((child) => !isHidden(child)) }
}

async function renewDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const [period] = childrenOf(request.payload, 'period')
  if (period && period.text.trim() !== '1') throw refuseValue(period, 2306, 'a renewal is for one year')
  const domain = await findDomain(context.db, request.objects[0] ?? '')
  if (domain && domain.expiresAt > addDays(context.now, 62))
    throw new Refusal(2306, 'a domain is renewed in its last two months')
  return proceed()
}

async function updateDomain(command: DialectCommand): Promise<Answer> {
  const { request, context, proceed } = command
  const { payload, objects } = request
  const { db } = context
  const [name = ''] = objects
  const restore = context.extensions.get(RGP)
  if (restore) return restoreByReport(restore, command)
  const [nameField] = childrenOf(payload, 'name')
  const [add, rem, chg] = ['add', 'rem', 'chg'].map((part) => childrenOf(payload, part)[0])
  const [status] = [...childrenOf(add, 'status'), ...childrenOf(rem, 'status')]
  if (status) throw refuseValue(status, 2306, 'registrars set no statuses')
  const registrants = childrenOf(chg, 'registrant')
  const isAlone = !add && !rem && chg?.children.length === 1
  if (registrants[0] && !isAlone) throw refuseValue(registrants[0], 2306, 'another holder is changed alone')
  if (registrants[0]) refuseUnaccepted(context)
  await refuseUnknown(registrants, context)
  const [authInfo] = childrenOf(chg, 'authInfo')
  if (authInfo && onlyChild(authInfo).local === 'pw') return makeCode(authInfo, nameField!, context)
  if (given(context, 'autoRenew').length > 0) {
    await lockOwnDomain(nameField!, context)
    await putOwnOfDomain(db, name, { ...(await findOwnOfDomain(db, name)), expires: !isRenewed(context, true) })
    if (!add && !rem && !chg) return { code: 1000 }
  }
  // Keys of before are gone; those of this command are added.
  if (childrenOf(add, 'ns').length + childrenOf(rem, 'ns').length > 0) await removeAllSecDns(db, name)
  return proceed()
}

async function makeCode(authInfo: Element, nameField: Element, context: ObjectContext): Promise<Answer> {
  const { db, now } = context
  if (onlyChild(authInfo).text !== 'autotransfer')
    throw refuseValue(onlyChild(authInfo), 2306, 'the registry makes the codes')
  const { domain } = await lockOwnDomain(nameField, context)
  const own = await findOwnOfDomain(db, domain.name)
  await putOwnOfDomain(db, domain.name, { ...own, codeUntil: addDays(now, CODE_DAYS).toISOString() })
  await putAuthInfo(db, domain.name, `REG-TRANSFER-${randomBytes(8).toString('hex')}`)
  return { code: 1000 }
}

/** A restore is a report, without a request before it. */
function restoreByReport(restore: Element, { request, context }: DialectCommand): Promise<Answer> {
  const { op } = onlyChild(restore).attributes
  if (op !== 'report') throw new Refusal(2306, 'a restore is a report alone')
  return restoreDomain(restoreRequest, childrenOf(request.payload, 'name')[0]!, context)
}

/** Transfers a domain at once, with a code that is not too old. The new registrar gets a copy of the registrant. */
async function transferDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  if (context.op === 'query') return proceed()
  if (context.op !== 'request') throw new Refusal(2101, 'a transfer is not answered: it takes effect at once')
  const { db, now, registrar } = context
  const [period] = childrenOf(request.payload, 'period')
  if (period) throw refuseValue(period, 2306, 'a transfer has no period')
  const [name = ''] = request.objects
  const { codeUntil, ...own } = await findOwnOfDomain(db, name)
  if (typeof codeUntil === 'string' && new Date(codeUntil) <= now) throw new Refusal(2202)
  const answer = await proceed()
  await putOwnOfDomain(db, name, own)
  const domain = await findDomain(db, name)
  if (!domain || domain.registrant === null) return answer
  const registrant = await cloneContact(domain.registrant, context)
  const { setStatuses: statuses, contacts, hosts, hostAttributes } = domain
  const moved = { name, statuses, registrant, contacts, hosts, hostAttributes, authInfo: null }
  await changeDomain(db, { ...moved, updatedBy: registrar, updatedAt: now })
  return answer
}

/** The elements of a name that extend the command. */
function given({ extensions }: Pick<ObjectContext, 'extensions'>, local: string): Element[] {
  const all = extensions.get(DKHM)
  return all ? childrenOf(all, local) : []
}

function isRenewed(context: ObjectContext, usual: boolean): boolean {
  const [flag] = given(context, 'autoRenew')
  if (!flag) return usual
  const value = token(flag, [1, 5])
  if (!['true', 'false'].includes(value)) throw refuseValue(flag, 2005, 'that is not true or false')
  return value === 'true'
}

/** The holder must have accepted the terms, in the last 30 days. */
function refuseUnaccepted(context: ObjectContext): void {
  const [field] = given(context, 'orderconfirmationToken')
  if (!field) throw new Refusal(2003, 'the <orderconfirmationToken> is missing')
  const at = new Date(Number(token(field, [1, 20])) * 1_000)
  if (!(at >= addDays(context.now, -30) && at <= addDays(context.now, 1)))
    throw refuseValue(field, 2306, 'the terms were accepted too long ago, or will be')
}

function refuseUnknown(fields: readonly Element[], context: Pick<ObjectContext, 'db'>): Promise<void> {
  return refuseForeign(fields, ({ kind }) => kind !== undefined, context)
}
