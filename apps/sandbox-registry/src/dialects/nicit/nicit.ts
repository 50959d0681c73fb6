import { refuseMissingContacts } from '../../commands/domain/contacts'
import { Refusal } from '../../model/result'
import { changeDomain, findDomain, type Domain } from '../../objects/domain.store'
import { insertPollMessage } from '../../objects/poll-message.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, onlyChild, refuseValue, token } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import { childrenOf } from '../../xml/replace'
import { element } from '../../xml/write'
import type { Dialect, DialectCommand } from '../dialect'
import { keepUntilApproved, settleTransfers } from '../settled-transfer'
import { createContact, refuseUnfit } from './contacts'
import { lookingAtNameservers, withNameservers } from './nameservers'
import { EXT_CON, EXT_DOM, EXT_EPP, EXT_SEC_DNS } from './namespaces'

const taken: Readonly<Record<string, string>> = {
  'contact:create': EXT_CON,
  'domain:transfer': EXT_DOM,
}

/**
 * NIC.it (.it): registrants with a nationality, a kind and a code, nameservers that are looked at before they are used,
 * transfers that may give the domain another registrant, refusals with numbers.
 */
export const nicit: Dialect = {
  name: 'nicit',
  extensions: [EXT_EPP, EXT_CON, EXT_DOM, EXT_SEC_DNS],
  takes: (command, extension) => taken[command] === extension,

  async carryOut(command) {
    const { request, context } = command
    try {
      if (request.name.startsWith('domain:') && request.name !== 'domain:check')
        await settleTransfers(request.objects, context, trade)
      return await (carryOut[request.name]?.(command) ?? command.proceed())
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The number of the registry stands where the RFCs have the value.
      const number = { ns: EXT_EPP, local: 'reasonCode', text: String(error.code + 6_000) }
      throw new Refusal(error.code, error.reason ?? error.message, number)
    }
  },
}

const carryOut: Readonly<Record<string, (command: DialectCommand) => Promise<Answer>>> = {
  'contact:create': createContact,
  'domain:create': createDomain,
  'domain:info': async ({ request, context, proceed }) =>
    withNameservers(request.objects[0] ?? '', await proceed(), context),
  'domain:update': updateDomain,
  'domain:transfer': transferDomain,
}

async function createDomain({ request: { payload }, context, proceed }: DialectCommand): Promise<Answer> {
  const contacts = childrenOf(payload, 'contact')
  const count = (type: string) => contacts.filter(({ attributes }) => attributes.type === type).length
  if (count('admin') !== 1 || count('tech') < 1 || count('billing') > 0)
    throw new Refusal(2306, 'a domain has one administrative contact and technical ones')
  const answer = await proceed()
  await refuseUnfit(childrenOf(payload, 'registrant'), contacts, context)
  return answer
}

async function updateDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const { payload, objects } = request
  const [add, chg] = ['add', 'chg'].map((part) => childrenOf(payload, part)[0])
  await refuseUnfit(childrenOf(chg, 'registrant'), childrenOf(add, 'contact'), context)
  return lookingAtNameservers(objects[0] ?? '', context, () => proceed())
}

interface Trade {
  readonly registrant: string
  readonly authInfo: string
}

/** Requests a transfer, which gives the domain another registrant and code if its extension says so. */
async function transferDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  if (context.op !== 'request') return proceed()
  const [name = ''] = request.objects
  const extension = context.extensions.get(EXT_DOM)
  const wanted = extension && (await readTrade(onlyChild(extension), context))
  const before = await findDomain(context.db, name)
  const answer = await proceed()
  if (wanted) await keepUntilApproved(name, wanted, context)
  if (!before) return answer
  const changed = element('extdom:chgStatusMsgData', { 'xmlns:extdom': EXT_DOM }, [
    element('extdom:name', {}, name),
    element('extdom:targetStatus', {}, [element('domain:status', { 'xmlns:domain': DOMAIN, s: 'pendingTransfer' })]),
  ])
  const text = 'The status of a domain has changed'
  await insertPollMessage(context.db, { registrar: before.sponsor, at: context.now, text, extension: changed })
  return answer
}

async function readTrade(transferTrade: Parameters<typeof onlyChild>[0], context: ObjectContext): Promise<Trade> {
  const fields = new Fields(transferTrade)
  const registrant = fields.required('newRegistrant')
  const newAuthInfo = fields.required('newAuthInfo')
  fields.end()
  const pw = onlyChild(newAuthInfo)
  const authInfo = token(pw, [0, 32])
  if (authInfo.length < 8) throw refuseValue(pw, 2005, 'a code has eight characters or more')
  await refuseMissingContacts([registrant], context)
  await refuseUnfit([registrant], [], context)
  return { registrant: token(registrant, [3, 16]), authInfo }
}

function trade(
  { name, setStatuses: statuses, contacts, hosts, hostAttributes }: Domain,
  { registrant, authInfo }: Trade,
  { db, now, registrar }: Pick<ObjectContext, 'db' | 'now' | 'registrar'>,
): Promise<unknown> {
  const kept = { name, statuses, contacts, hosts, hostAttributes }
  return changeDomain(db, { ...kept, registrant, authInfo, updatedBy: registrar, updatedAt: now })
}
