import { lockOwnDomain, refuseProhibited } from '../../commands/domain/own-domain'
import { Refusal } from '../../model/result'
import { findDomain } from '../../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import type { Answer } from '../../protocol/command'
import { Fields, onlyChild, refuseValue, token, unexpected } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { element } from '../../xml/write'
import { withConditions } from '../conditions'
import type { Dialect, DialectCommand } from '../dialect'
import { extensionIn, readExtendedCommand, verbOf } from '../extended-command'
import { createNowOrLate } from '../late-create'
import { deletePlanned } from '../planned-deletion'
import { executeTransfer, mailToken, tellingLoser } from '../token-transfer'
import { withdraw } from '../withdraw'
import { createContact, refuseUntyped } from './contacts'
import { CONTACT_EXT, DOMAIN_EXT, EPP_EXT, MESSAGE_EXT, RESULT_EXT } from './namespaces'

const taken: Readonly<Record<string, string>> = {
  'contact:create': CONTACT_EXT,
  'domain:delete': DOMAIN_EXT,
}

/**
 * nic.at (.at): contacts of a type whose identifiers the registry chooses, transfers at once by a code or a mailed token,
 * deletions that say when, domains that are handed back, late answers to some creates, explained refusals.
 */
export const nicat: Dialect = {
  name: 'nicat',
  extensions: [EPP_EXT, DOMAIN_EXT, CONTACT_EXT, MESSAGE_EXT, RESULT_EXT],
  takes: (command, extension) => taken[command] === extension,
  readOwn: (root) => readExtendedCommand(root, ['transfer', 'withdraw']),

  carryOut(command) {
    const { request, context } = command
    return withConditions(RESULT_EXT, async () => {
      if (request.name.startsWith('domain:') && request.name !== 'domain:check')
        await deletePlanned(request.objects, context)
      return carryOut[request.name]?.(command) ?? command.proceed()
    })
  },
}

const carryOut: Readonly<Record<string, (command: DialectCommand) => Promise<Answer>>> = {
  'contact:create': createContact,
  'domain:create': createDomain,
  'domain:info': infoDomain,
  'domain:update': updateDomain,
  'domain:delete': deleteDomain,
  'domain:transfer': transferDomain,
  'domain:execute': execute,
  'domain:withdraw': handBack,
}

async function createDomain(command: DialectCommand): Promise<Answer> {
  const { request, context, proceed } = command
  const registrants = childrenOf(request.payload, 'registrant')
  const contacts = childrenOf(request.payload, 'contact')
  const count = (type: string) => contacts.filter(({ attributes }) => attributes.type === type).length
  if (count('admin') + count('billing') > 0) throw new Refusal(2306, 'a domain has technical contacts only')
  if (count('tech') < 1 || count('tech') > 2) throw new Refusal(2306, 'a domain has one or two technical contacts')
  return createNowOrLate(command, MESSAGE_EXT, async () => {
    const answer = await proceed()
    await refuseUntyped([...registrants, ...contacts], context)
    return answer
  })
}

/** Shows a domain with the day of the year on which it is billed. */
async function infoDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const answer = await proceed()
  const domain = await findDomain(context.db, request.objects[0] ?? '')
  if (!domain) return answer
  const day = domain.expiresAt.toISOString().slice(5, 10).replace('-', '')
  const keydate = element('at-ext-domain:keydate', { 'xmlns:at-ext-domain': DOMAIN_EXT }, day)
  return { ...answer, extensions: [...(answer.extensions ?? []), keydate] }
}

async function updateDomain({ request: { payload }, context, proceed }: DialectCommand): Promise<Answer> {
  const [add, rem, chg] = ['add', 'rem', 'chg'].map((part) => childrenOf(payload, part)[0])
  const [status] = [...childrenOf(add, 'status'), ...childrenOf(rem, 'status')]
  if (status) throw refuseValue(status, 2306, 'registrars set no statuses')
  await refuseUntyped([...childrenOf(chg, 'registrant'), ...childrenOf(add, 'contact')], context)
  return proceed()
}

/** Deletes a domain now, or just before the registry would renew it. */
async function deleteDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const extension = context.extensions.get(DOMAIN_EXT)
  if (!extension) throw new Refusal(2003, 'a deletion says when, in the extension of domains')
  const when = onlyChild(extension)
  if (when.local !== 'scheduledate') throw unexpected(when, '<scheduledate> is expected')
  const at = token(when, [1, 20])
  if (at === 'now') return proceed()
  if (at !== 'expiration') throw refuseValue(when, 2005, 'that is not now or expiration')
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  fields.end()
  const { domain } = await lockOwnDomain(nameField, context)
  refuseProhibited(domain, 'Delete')
  const own = await findOwnOfDomain(context.db, domain.name)
  const deletesAt = new Date(domain.expiresAt.getTime() - 1_000).toISOString()
  await putOwnOfDomain(context.db, domain.name, { ...own, deletesAt })
  return { code: 1000 }
}

/** Transfers a domain at once with its code; without one, the holder gets a token by mail. */
async function transferDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  if (context.op === 'query') return proceed()
  if (context.op !== 'request') throw new Refusal(2101, 'a transfer is not answered: it takes effect at once')
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  const authInfo = fields.optional('authInfo')
  fields.end()
  return authInfo
    ? tellingLoser(MESSAGE_EXT, request.objects[0] ?? '', context, proceed)
    : mailToken(nameField, context)
}

function execute({ request: { payload, objects }, context }: DialectCommand): Promise<Answer> {
  const { verb, object } = verbOf(payload)
  if (verb?.attributes.op !== 'execute') throw unexpected(payload, 'the op of that transfer is execute')
  const extension = extensionIn(payload, DOMAIN_EXT)
  if (!extension) throw new Refusal(2003, 'the token of the holder is missing')
  const given = onlyChild(extension)
  const fields = new Fields(object!)
  const nameField = fields.required('name')
  fields.end()
  const opens = (_domain: unknown, mailed: unknown) => mailed !== undefined && mailed === token(given, [1, 255])
  return tellingLoser(MESSAGE_EXT, objects[0] ?? '', context, () => executeTransfer(nameField, context, opens))
}

function handBack({ request: { payload }, context }: DialectCommand): Promise<Answer> {
  const object: Element = verbOf(payload).object!
  const fields = new Fields(object)
  const nameField = fields.required('name')
  const zd = fields.required('zd')
  fields.end()
  const { value = '' } = zd.attributes
  if (!['0', '1'].includes(value)) throw refuseValue(zd, 2005, 'the value is 0 or 1')
  return withdraw(nameField, value === '1', context)
}
