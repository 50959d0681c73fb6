import { randomBytes } from 'node:crypto'
import { Refusal } from '../../model/result'
import { putAuthInfo } from '../../objects/domain-lifecycle.store'
import { findOwnOfDomain } from '../../objects/own-data.store'
import type { Answer } from '../../protocol/command'
import { Fields, onlyChild, refuseValue } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { element } from '../../xml/write'
import type { Dialect, DialectCommand, OwnCommand } from '../dialect'
import { refuseOtherPeriods } from '../own-periods'
import { deletePlanned } from '../planned-deletion'
import { createContact, infoContact, refuseOthers, updateContact } from './contacts'
import { cancelDelete, scheduleDelete } from './deletion'
import { refused, SCHEDULED_DELETE, SIDN } from './refused'

/**
 * SIDN (.nl): contacts with a legal form, whose identifiers the registry chooses, and auth codes that it makes. Registrars
 * set no statuses and no codes. A deletion can be planned, and one in quarantine is cancelled by a command of its own.
 */
export const sidn: Dialect = {
  name: 'sidn',
  extensions: [SIDN, SCHEDULED_DELETE, 'http://rxsd.domain-registry.nl/sidn-ext-epp-registry-contacts-delete-1.0'],
  takes: (command, extension) =>
    (extension === SIDN && ['contact:create', 'contact:update'].includes(command)) ||
    (extension === SCHEDULED_DELETE && command === 'domain:update'),

  readOwn(root: Element): OwnCommand {
    const fields = new Fields(root)
    const payload = fields.required('domainCancelDelete')
    fields.required('clTRID')
    fields.end()
    const objects = childrenOf(payload, 'name').map(({ text }) => text.trim().toLowerCase())
    return { name: 'domain:cancel-delete', objects, payload }
  },

  async carryOut(command) {
    const { request, context } = command
    if (request.name.startsWith('domain:') && request.name !== 'domain:check')
      await deletePlanned(request.objects, context)
    return carryOut[request.name]?.(command) ?? command.proceed()
  },
}

const carryOut: Readonly<Record<string, (command: DialectCommand) => Promise<Answer>>> = {
  'contact:create': createContact,
  'contact:update': updateContact,
  'contact:info': infoContact,
  'domain:create': createDomain,
  'domain:info': infoDomain,
  'domain:update': updateDomain,
  'domain:transfer': transferDomain,
  'domain:cancel-delete': cancelDelete,
}

const accepted = [1, 3, 12].map((months) => ({ unit: 'm' as const, min: months, max: months }))

/** Creates a domain with one administrative contact and one to ten technical ones. Its code is made here. */
async function createDomain(command: DialectCommand): Promise<Answer> {
  const { request, context, proceed } = command
  const { payload, objects } = request
  const [registrant] = childrenOf(payload, 'registrant')
  const contacts = childrenOf(payload, 'contact')
  const count = (type: string) => contacts.filter(({ attributes }) => attributes.type === type).length
  if (count('admin') !== 1 || count('tech') < 1 || count('tech') > 10 || count('billing') > 0)
    throw refused(2306, {
      number: 'C0001',
      field: 'contact',
      text: 'a domain has one admin contact, one to ten tech contacts and no billing contact',
    })
  refuseOtherPeriods(command, accepted)
  const answer = await proceed()
  await refuseOthers([...(registrant ? [registrant] : []), ...contacts], context)
  await putAuthInfo(context.db, objects[0] ?? '', makeCode())
  return answer
}

async function infoDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const answer = await proceed()
  const { deletesAt } = await findOwnOfDomain(context.db, request.objects[0] ?? '')
  const domain = element('sidn-ext-epp:domain', {}, [
    element('sidn-ext-epp:optOut', {}, 'false'),
    element('sidn-ext-epp:limited', {}, 'false'),
    element('sidn-ext-epp:period', { unit: 'm' }, '12'),
    typeof deletesAt === 'string' ? element('sidn-ext-epp:scheduledDeleteDate', {}, deletesAt) : undefined,
  ])
  const infData = element('sidn-ext-epp:infData', {}, [domain])
  const shown = element('sidn-ext-epp:ext', { 'xmlns:sidn-ext-epp': SIDN }, [infData])
  return { ...answer, extensions: [...(answer.extensions ?? []), shown] }
}

async function updateDomain(command: DialectCommand): Promise<Answer> {
  const { request, context, proceed } = command
  const plan = context.extensions.get(SCHEDULED_DELETE)
  if (plan) return scheduleDelete(plan, command)
  const [add, rem, chg] = ['add', 'rem', 'chg'].map((part) => childrenOf(request.payload, part)[0])
  const [status] = [...childrenOf(add, 'status'), ...childrenOf(rem, 'status')]
  if (status) throw refuseValue(status, 2102, 'registrars set no statuses')
  const [authInfo] = childrenOf(chg, 'authInfo')
  if (authInfo) throw refuseValue(onlyChild(authInfo), 2102, 'the registry makes the codes')
  const answer = await proceed()
  await refuseOthers([...childrenOf(chg, 'registrant'), ...childrenOf(add, 'contact')], context)
  return answer
}

/** Transfers a domain at once. The answer has the code that the registry has made for its new registrar. */
async function transferDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  if (context.op === 'query') return proceed()
  if (context.op !== 'request') throw new Refusal(2101, 'a transfer is not answered: it takes effect at once')
  const [period] = childrenOf(request.payload, 'period')
  if (period) throw refuseValue(period, 2306, 'a transfer has no period')
  const answer = await proceed()
  const code = makeCode()
  await putAuthInfo(context.db, request.objects[0] ?? '', code)
  const trnData = element('sidn-ext-epp:trnData', {}, [element('sidn-ext-epp:pw', {}, code)])
  const shown = element('sidn-ext-epp:ext', { 'xmlns:sidn-ext-epp': SIDN }, [trnData])
  return { ...answer, extensions: [...(answer.extensions ?? []), shown] }
}

function makeCode(): string {
  return `Nl${randomBytes(9).toString('base64url')}1`
}
