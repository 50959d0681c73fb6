import { randomBytes } from 'node:crypto'
import { lockNamedDomain } from '../../commands/domain/own-domain'
import { Refusal } from '../../model/result'
import { putAuthInfo } from '../../objects/domain-lifecycle.store'
import { findDomain } from '../../objects/domain.store'
import { findOwnOfDomain } from '../../objects/own-data.store'
import type { Answer } from '../../protocol/command'
import { Fields, onlyChild, refuseValue } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { element, type Markup } from '../../xml/write'
import type { Dialect, DialectCommand, OwnCommand } from '../dialect'
import { deletePlanned } from '../planned-deletion'
import { createContact, refuseIncomplete, refuseOtherTypes } from './contacts'
import { planDeletion, undelete } from './deletion'
import { DNSBE } from './namespaces'
import { tradeDomain, transferDomain } from './takeover'

/**
 * DNS Belgium (.be): typed contacts whose identifiers the registry chooses, transfers and trades at once that name the
 * contacts, codes that it mails to licensees, quarantines that only its own extension shows.
 */
export const dnsbe: Dialect = {
  name: 'dnsbe',
  extensions: [DNSBE],
  verbs: ['trade', 'undelete'],
  takes: (command, extension) =>
    extension === DNSBE &&
    ['contact:create', 'domain:delete', 'domain:info', 'domain:trade', 'domain:transfer'].includes(command),

  readOwn(root: Element): OwnCommand {
    const command = onlyChild(root)
    const fields = new Fields(command)
    const payload = fields.required('requestAuthCode')
    fields.required('clTRID')
    fields.end()
    const objects = childrenOf(payload, 'domainName').map(({ text }) => text.trim().toLowerCase())
    return { name: 'domain:request-auth-code', objects, payload }
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
  'domain:create': createDomain,
  'domain:info': infoDomain,
  'domain:update': updateDomain,
  'domain:transfer': transferDomain,
  'domain:trade': tradeDomain,
  'domain:undelete': undelete,
  'domain:request-auth-code': mailCode,
  'domain:delete': (command) => {
    const plan = command.context.extensions.get(DNSBE)
    return plan ? planDeletion(plan, command) : command.proceed()
  },
}

async function createDomain({ request: { payload }, context, proceed }: DialectCommand): Promise<Answer> {
  const [registrant] = childrenOf(payload, 'registrant')
  const contacts = childrenOf(payload, 'contact')
  const [authInfo] = childrenOf(payload, 'authInfo')
  if (authInfo?.children.some(({ text }) => text !== '')) throw new Refusal(2306, 'the registry makes the codes')
  refuseIncomplete((type) => contacts.filter(({ attributes }) => attributes.type === type).length)
  const answer = await proceed()
  await refuseOtherTypes(
    [
      ...(registrant ? [{ field: registrant, type: 'licensee' }] : []),
      ...contacts.map((field) => ({ field, type: field.attributes.type ?? '' })),
    ],
    context,
  )
  return answer
}

/** Shows a domain. Its own states are in the extension alone, and only for clients that ask; its code is never shown. */
async function infoDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const extension = context.extensions.get(DNSBE)
  const answer = await proceed()
  const [name = ''] = request.objects
  const domain = await findDomain(context.db, name)
  const resData = answer.resData && withoutStates(answer.resData)
  if (!extension || !domain) return { ...answer, ...(resData && { resData }) }
  const { deletesAt } = await findOwnOfDomain(context.db, name)
  const deletionDate = domain.redemptionUntil?.toISOString() ?? deletesAt
  const shown = element('dnsbe:domain', {}, [
    element('dnsbe:onhold', {}, 'false'),
    element('dnsbe:quarantined', {}, String(domain.rgp !== null)),
    typeof deletionDate === 'string' ? element('dnsbe:deletionDate', {}, deletionDate) : undefined,
  ])
  const ext = element('dnsbe:ext', { 'xmlns:dnsbe': DNSBE }, [element('dnsbe:infData', {}, [shown])])
  const extensions = (answer.extensions ?? []).filter(({ name }) => name !== 'rgp:infData')
  return { ...answer, ...(resData && { resData }), extensions: [...extensions, ext] }
}

function withoutStates({ name, attributes, content }: Markup): Markup {
  if (typeof content === 'string') return { name, attributes, content }
  const isHidden = (child: Markup) => child.name === 'domain:authInfo' || child.attributes.s === 'pendingDelete'
  return { name, attributes, content: content.filter((child) => !isHidden(child)) }
}

async function updateDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const [add, rem, chg] = ['add', 'rem', 'chg'].map((part) => childrenOf(request.payload, part)[0])
  const [status] = [...childrenOf(add, 'status'), ...childrenOf(rem, 'status')]
  if (status) throw refuseValue(status, 2306, 'registrars set no statuses')
  const [authInfo] = childrenOf(chg, 'authInfo')
  if (authInfo) throw refuseValue(onlyChild(authInfo), 2306, 'the registry makes the codes')
  const [registrant] = childrenOf(chg, 'registrant')
  if (registrant) throw refuseValue(registrant, 2306, 'another licensee gets the domain by a trade')
  const contacts = childrenOf(add, 'contact').map((field) => ({ field, type: field.attributes.type ?? '' }))
  await refuseOtherTypes(contacts, context)
  return proceed()
}

/** Makes a code and mails it to the licensee, who is at no registrar: any registrar may ask. */
async function mailCode({ request: { payload }, context }: DialectCommand): Promise<Answer> {
  const fields = new Fields(payload)
  const nameField = fields.required('domainName')
  fields.optional('url')
  fields.end()
  const { domain } = await lockNamedDomain(nameField, context)
  await putAuthInfo(context.db, domain.name, `Be${randomBytes(9).toString('base64url')}1`)
  return { code: 1000 }
}
