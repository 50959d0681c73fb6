import { lockOwnDomain, refuseProhibited } from '../../commands/domain/own-domain'
import { addDays } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import { opensDomain, readAuthInfo } from '../../protocol/auth-info'
import type { Answer } from '../../protocol/command'
import { Fields, onlyChild, refuseValue, token, unexpected } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { withConditions } from '../conditions'
import type { Dialect, DialectCommand } from '../dialect'
import { extensionIn, readExtendedCommand, verbOf } from '../extended-command'
import { createNowOrLate } from '../late-create'
import { refuseOtherPeriods } from '../own-periods'
import { deletePlanned } from '../planned-deletion'
import { executeTransfer, mailToken, tellingLoser } from '../token-transfer'
import { withdraw } from '../withdraw'
import { createContact, refuseUnfit } from './contacts'
import { CONTACT_EXT, DOMAIN_EXT, EPP_EXT, HOST_EXT, RESULT_EXT } from './namespaces'

const taken: Readonly<Record<string, string>> = {
  'contact:create': CONTACT_EXT,
  'domain:create': DOMAIN_EXT,
  'domain:delete': DOMAIN_EXT,
  'domain:transfer': DOMAIN_EXT,
  'domain:update': DOMAIN_EXT,
  'host:create': HOST_EXT,
}

/**
 * Norid (.no): registrants with a number, other contacts as roles, identifiers that the registry chooses, terms that
 * registrants accept, renewals in months, transfers by a code or a token, deletions on two days, late answers to some
 * creates, explained refusals.
 */
export const norid: Dialect = {
  name: 'norid',
  extensions: [EPP_EXT, DOMAIN_EXT, CONTACT_EXT, HOST_EXT, RESULT_EXT],
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
  'host:create': createHost,
  'domain:create': createDomain,
  'domain:renew': renewDomain,
  'domain:update': updateDomain,
  'domain:delete': deleteDomain,
  'domain:transfer': sendToken,
  'domain:execute': execute,
  'domain:withdraw': handBack,
}

async function createHost({ context, proceed }: DialectCommand): Promise<Answer> {
  const extension = context.extensions.get(HOST_EXT)
  const contacts = extension ? childrenOf(extension, 'contact') : []
  await refuseUnfit([], contacts, context)
  return proceed()
}

function renewDomain(command: DialectCommand): Promise<Answer> {
  refuseOtherPeriods(command, [{ unit: 'm', min: 1, max: 12 }])
  return command.proceed()
}

async function createDomain(command: DialectCommand): Promise<Answer> {
  refuseOtherPeriods(command, [{ unit: 'y', min: 1, max: 1 }])
  const { request, context, proceed } = command
  const extension = context.extensions.get(DOMAIN_EXT)
  refuseUnaccepted(extension, context.now)
  const registrants = childrenOf(request.payload, 'registrant')
  const contacts = childrenOf(request.payload, 'contact')
  const isTech = ({ attributes }: Element) => attributes.type === 'tech'
  if (contacts.length === 0 || !contacts.every(isTech)) throw new Refusal(2306, 'a domain has technical contacts only')
  return createNowOrLate(command, RESULT_EXT, async () => {
    const answer = await proceed()
    await refuseUnfit(registrants, contacts, context)
    return answer
  })
}

/** The terms of the registry must be accepted, not in the future. */
function refuseUnaccepted(parent: Element | undefined, now: Date): void {
  const [dataset] = parent ? childrenOf(parent, 'applicantDataset') : []
  if (!dataset) throw new Refusal(2003, 'the <applicantDataset> of the registrant is missing')
  const fields = new Fields(dataset)
  const version = fields.required('versionNumber')
  const name = fields.required('acceptName')
  const date = fields.required('acceptDate')
  fields.end()
  if (!/^\d+\.\d+$/.test(token(version, [1, 20]))) throw refuseValue(version, 2005, 'that is no version')
  token(name, [1, 255])
  const at = new Date(token(date, [10, 40]))
  if (!(at <= addDays(now, 1))) throw refuseValue(date, 2004, 'the terms were not accepted yet')
}

async function updateDomain({ request: { payload }, context, proceed }: DialectCommand): Promise<Answer> {
  const registrants = childrenOf(childrenOf(payload, 'chg')[0], 'registrant')
  if (registrants.length > 0) {
    const extension = context.extensions.get(DOMAIN_EXT)
    refuseUnaccepted(extension && childrenOf(extension, 'chg')[0], context.now)
  }
  await refuseUnfit(registrants, childrenOf(childrenOf(payload, 'add')[0], 'contact'), context)
  return proceed()
}

/** Deletes a domain now, or on a day. */
async function deleteDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const { db, now } = context
  const extension = context.extensions.get(DOMAIN_EXT)
  if (!extension) return proceed()
  const days = new Fields(extension)
  const fromDns = days.optional('deleteFromDNS')
  const fromRegistry = days.optional('deleteFromRegistry') ?? fromDns
  days.end()
  if (!fromRegistry) throw new Refusal(2003, 'the day of the deletion is missing')
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  fields.end()
  const { domain } = await lockOwnDomain(nameField, context)
  refuseProhibited(domain, 'Delete')
  const at = new Date(token(fromRegistry, [10, 40]))
  if (!(at > now && at <= domain.expiresAt))
    throw refuseValue(fromRegistry, 2004, 'the day is between now and the end of the registration')
  const own = await findOwnOfDomain(db, domain.name)
  await putOwnOfDomain(db, domain.name, { ...own, deletesAt: at.toISOString() })
  return { code: 1000 }
}

/** Sends a token to the holder. A transfer with a code is another command. */
async function sendToken({ request, context, proceed }: DialectCommand): Promise<Answer> {
  if (context.op === 'query') return proceed()
  if (context.op !== 'request') throw new Refusal(2101, 'a transfer is not answered: it takes effect at once')
  const fields = new Fields(request.payload)
  const nameField = fields.required('name')
  fields.end()
  const extension = context.extensions.get(DOMAIN_EXT)
  if (!extension) throw new Refusal(2003, 'the way to the holder is missing')
  const to = onlyChild(onlyChild(extension))
  if (!['email', 'mobilePhone'].includes(to.local)) throw unexpected(to, 'a token goes to an email or mobilePhone')
  return mailToken(nameField, context)
}

function execute({ request: { payload, objects }, context }: DialectCommand): Promise<Answer> {
  const { verb, object } = verbOf(payload)
  if (verb?.attributes.op !== 'execute') throw unexpected(payload, 'the op of that transfer is execute')
  const fields = new Fields(object!)
  const nameField = fields.required('name')
  const authInfo = fields.optional('authInfo')
  fields.end()
  const extension = extensionIn(payload, DOMAIN_EXT)
  const given = extension && token(onlyChild(extension), [1, 255])
  return tellingLoser(RESULT_EXT, objects[0] ?? '', context, () =>
    executeTransfer(nameField, context, (domain, mailed) =>
      authInfo ? opensDomain(readAuthInfo(authInfo), domain) : mailed !== undefined && mailed === given,
    ),
  )
}

function handBack({ request: { payload }, context }: DialectCommand): Promise<Answer> {
  const fields = new Fields(verbOf(payload).object!)
  const nameField = fields.required('name')
  fields.end()
  return withdraw(nameField, false, context)
}
