import { randomBytes } from 'node:crypto'
import { writeTransfer } from '../../lifecycle/notices'
import { addDays } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { putAuthInfo } from '../../objects/domain-lifecycle.store'
import { findDomain } from '../../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import { insertPollMessage } from '../../objects/poll-message.store'
import { findTransfer } from '../../objects/transfer.store'
import type { Answer } from '../../protocol/command'
import { onlyChild, refuseValue } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { element } from '../../xml/write'
import { refuseForeign } from '../assigned-contact'
import type { Dialect, DialectCommand } from '../dialect'
import { refuseOtherPeriods } from '../own-periods'
import { createContact, infoContact } from './contacts'
import { flagDeletion, renewDomain } from './deletion'
import { IIS } from './form'

/**
 * Internetstiftelsen (.se, .nu): contacts with national numbers, periods in months, auth codes on request, transfers at
 * once, domains that expire and are given up by a flag.
 */
export const iis: Dialect = {
  name: 'iis',
  extensions: [IIS],
  takes: (command, extension) => extension === IIS && ['contact:create', 'domain:update'].includes(command),
  carryOut: async (command) => carryOut[command.request.name]?.(command) ?? command.proceed(),
}

const carryOut: Readonly<Record<string, (command: DialectCommand) => Promise<Answer>>> = {
  'contact:create': createContact,
  'contact:info': infoContact,
  'domain:create': createDomain,
  'domain:info': infoDomain,
  'domain:renew': renewAccepted,
  'domain:update': updateDomain,
  'domain:transfer': transferDomain,
  'domain:delete': () => Promise.reject(new Refusal(2101, 'a domain is given up by an update')),
}

/** 12 to 120 months; the schema has no number above 99, so the longest periods are in years. */
const accepted = [
  { unit: 'm', min: 12, max: 99 },
  { unit: 'y', min: 9, max: 10 },
] as const

function renewAccepted(command: DialectCommand): Promise<Answer> {
  refuseOtherPeriods(command, accepted)
  return renewDomain(command)
}

async function createDomain(command: DialectCommand): Promise<Answer> {
  refuseOtherPeriods(command, accepted)
  const { request, context, proceed } = command
  const { payload, objects } = request
  const [name = ''] = objects
  const [authInfo] = childrenOf(payload, 'authInfo')
  if (authInfo?.children.some(({ text }) => text !== '')) throw refuseCode(authInfo)
  const answer = await proceed()
  await refuseNumberless([...childrenOf(payload, 'registrant'), ...childrenOf(payload, 'contact')], context)
  await putOwnOfDomain(context.db, name, { expires: true })
  return answer
}

async function infoDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const answer = await proceed()
  const domain = await findDomain(context.db, request.objects[0] ?? '')
  if (!domain) return answer
  const { rgp, expiresAt, redemptionUntil } = domain
  const { givenUp } = await findOwnOfDomain(context.db, domain.name)
  const deletesAt = redemptionUntil ?? expiresAt
  const shown = element('iis:infData', { 'xmlns:iis': IIS }, [
    element('iis:deactDate', {}, expiresAt.toISOString()),
    redemptionUntil ? element('iis:delDate', {}, redemptionUntil.toISOString()) : undefined,
    redemptionUntil ? element('iis:relDate', {}, addDays(deletesAt, 1).toISOString()) : undefined,
    element('iis:state', {}, rgp === null ? 'active' : 'deactivated'),
    element('iis:clientDelete', {}, givenUp === undefined ? '0' : '1'),
  ])
  const extensions = (answer.extensions ?? []).filter(({ name }) => name !== 'rgp:infData')
  return { ...answer, extensions: [...extensions, shown] }
}

/** Changes a domain. An empty code is replaced by a new one of the registry, which the answer has. */
async function updateDomain(command: DialectCommand): Promise<Answer> {
  const { request, context, proceed } = command
  const extension = context.extensions.get(IIS)
  if (extension) return flagDeletion(extension, command)
  const { payload, objects } = request
  const [chg] = childrenOf(payload, 'chg')
  const [authInfo] = childrenOf(chg, 'authInfo')
  if (authInfo && onlyChild(authInfo).text !== '') throw refuseCode(authInfo)
  await refuseNumberless(
    [...childrenOf(chg, 'registrant'), ...childrenOf(childrenOf(payload, 'add')[0], 'contact')],
    context,
  )
  const answer = await proceed()
  if (!authInfo) return answer
  const code = `Se${randomBytes(9).toString('base64url')}1`
  await putAuthInfo(context.db, objects[0] ?? '', code)
  const updData = element('iis:updData', { 'xmlns:iis': IIS }, [element('iis:pw', {}, code)])
  return { ...answer, extensions: [...(answer.extensions ?? []), updData] }
}

/** Transfers a domain at once, and tells its last registrar in the form of the registry. */
async function transferDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  if (context.op === 'query') return proceed()
  if (context.op !== 'request') throw new Refusal(2101, 'a transfer is not answered: it takes effect at once')
  const [period] = childrenOf(request.payload, 'period')
  if (period) throw refuseValue(period, 2306, 'a transfer has no period')
  const [name = ''] = request.objects
  const before = await findDomain(context.db, name)
  const answer = await proceed()
  const transfer = await findTransfer(context.db, name)
  if (!before || !transfer) return answer
  await putOwnOfDomain(context.db, name, { expires: true })
  const resData = element('iis:transferNotify', { 'xmlns:iis': IIS }, [writeTransfer(transfer)])
  await insertPollMessage(context.db, { registrar: before.sponsor, at: context.now, text: 'Transferred away', resData })
  return answer
}

function refuseNumberless(fields: readonly Element[], context: Pick<DialectCommand['context'], 'db'>): Promise<void> {
  return refuseForeign(fields, ({ orgno }) => orgno !== undefined, context)
}

function refuseCode(authInfo: Element): Refusal {
  return refuseValue(onlyChild(authInfo), 2306, 'the registry makes the codes')
}
