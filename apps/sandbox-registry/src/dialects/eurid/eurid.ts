import { Refusal } from '../../model/result'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import type { Answer } from '../../protocol/command'
import { onlyChild, refuseValue } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { element } from '../../xml/write'
import type { Dialect, DialectCommand } from '../dialect'
import { deletePlanned } from '../planned-deletion'
import { createContact, refuseIncomplete, refuseOtherTypes } from './contacts'
import { changeDeletion } from './deletion'
import { AUTH_INFO, CONTACT_EXT, DOMAIN_EXT, IDN, POLL } from './namespaces'
import { infoDomain } from './show'
import { transferDomain } from './transfer'
import { asciiNames, mapNames, unicodeNames } from './unicode-names'

/** The commands that take an extension of the registry. */
const taken: Readonly<Record<string, readonly string[]>> = {
  [CONTACT_EXT]: ['contact:create'],
  [DOMAIN_EXT]: ['domain:delete', 'domain:transfer'],
  [AUTH_INFO]: ['domain:info'],
}

/**
 * EURid (.eu): contacts of one type whose identifiers the registry chooses, auth codes on request, transfers at once that
 * name the contacts, planned deletions, names in U-labels. Its own form of the commands is required throughout.
 */
export const eurid: Dialect = {
  name: 'eurid',
  extensions: [CONTACT_EXT, DOMAIN_EXT, AUTH_INFO, POLL, IDN],
  takes: (command, extension) => taken[extension]?.includes(command) ?? false,

  async carryOut(command) {
    const { request, context } = command
    if (!request.name.startsWith('domain:')) return ofContact(command)
    const ascii = inAscii(command)
    const names = childrenOf(ascii.request.payload, 'name').map(({ text }) => text.trim().toLowerCase())
    if (request.name !== 'domain:check') await deletePlanned(names, context)
    const answer = await ofDomain(ascii)
    const isNamed = context.session.login?.extensions.has(IDN)
    const mapping = isNamed ? mapNames(ascii.request.objects) : undefined
    return {
      ...answer,
      ...(answer.resData && { resData: unicodeNames(answer.resData) }),
      extensions: [...(answer.extensions ?? []), ...(mapping ? [mapping] : [])],
    }
  },
}

function ofContact(command: DialectCommand): Promise<Answer> {
  return command.request.name === 'contact:create' ? createContact(command) : command.proceed()
}

function ofDomain(command: DialectCommand): Promise<Answer> {
  const { request, context } = command
  const extension = context.extensions.get(DOMAIN_EXT)
  switch (request.name) {
    case 'domain:create':
      return createDomain(command)
    case 'domain:info':
      return infoDomain(command)
    case 'domain:renew':
      return renewDomain(command)
    case 'domain:update':
      return updateDomain(command)
    case 'domain:delete':
      return extension ? changeDeletion(extension, command) : command.proceed()
    case 'domain:transfer':
      if (context.op === 'request') return transferDomain(extension, command)
      if (context.op !== 'query') throw new Refusal(2101, 'a transfer is not answered: it takes effect at once')
      return command.proceed()
    default:
      return command.proceed()
  }
}

/** The command with A-labels, which the sandbox stores. */
function inAscii(command: DialectCommand): DialectCommand {
  const { request, context, proceed } = command
  const payload = asciiNames(request.payload)
  const objects = childrenOf(payload, 'name').map(({ text }) => text.trim().toLowerCase())
  return {
    ...command,
    request: { ...request, payload, objects },
    context,
    proceed: (changed) => proceed({ payload, ...changed }),
  }
}

async function createDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const [registrant] = childrenOf(request.payload, 'registrant')
  const contacts = childrenOf(request.payload, 'contact')
  const [authInfo] = childrenOf(request.payload, 'authInfo')
  if (authInfo?.children.some(({ text }) => text !== '')) throw refuseCode(authInfo)
  refuseIncomplete(contacts)
  const answer = await proceed()
  await refuseOtherTypes({ registrant, contacts }, context)
  return answer
}

async function updateDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const [chg] = childrenOf(request.payload, 'chg')
  const parts = [...childrenOf(request.payload, 'add'), ...childrenOf(request.payload, 'rem')]
  const [status] = parts.flatMap((part) => childrenOf(part, 'status'))
  if (status) throw refuseValue(status, 2306, 'registrars set no statuses')
  const [authInfo] = childrenOf(chg, 'authInfo')
  if (authInfo) throw refuseCode(authInfo)
  const contacts = childrenOf(childrenOf(request.payload, 'add')[0], 'contact')
  const admin = contacts.find(({ attributes }) => attributes.type === 'admin')
  if (admin) throw refuseValue(admin, 2306, 'a domain has no administrative contact')
  await refuseOtherTypes({ registrant: childrenOf(chg, 'registrant')[0], contacts }, context)
  return proceed()
}

/** Renews a domain. A planned deletion is removed. */
async function renewDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const [name = ''] = request.objects
  const answer = await proceed()
  const { deletesAt, ...own } = await findOwnOfDomain(context.db, name)
  if (deletesAt === undefined) return answer
  await putOwnOfDomain(context.db, name, own)
  const removed = element('domain-ext:renData', { 'xmlns:domain-ext': DOMAIN_EXT }, [
    element('domain-ext:removedDeletionDate'),
  ])
  return { ...answer, extensions: [...(answer.extensions ?? []), removed] }
}

function refuseCode(authInfo: Element): Refusal {
  return refuseValue(onlyChild(authInfo), 2306, 'the registry makes the codes')
}
