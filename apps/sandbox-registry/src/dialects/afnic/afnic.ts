import { Refusal } from '../../model/result'
import { findDomain } from '../../objects/domain.store'
import type { Answer } from '../../protocol/command'
import { Fields, onlyChild, refuseValue, unexpected } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { element } from '../../xml/write'
import type { Dialect, DialectCommand, OwnCommand } from '../dialect'
import { settleTransfers } from '../settled-transfer'
import { createContact, qualify, refuseUnidentified } from './contacts'
import { FRNIC, told } from './form'
import { recoverDomain, tradeDomain } from './holder'
import { refuseIncomplete, takeOver, transferDomain } from './takeover'

/**
 * AFNIC (.fr): contacts with an identity, whose identifiers the registry chooses and which it checks; transfers that name
 * the contacts; other holders by a trade that both confirm, or by a recovery at once.
 */
export const afnic: Dialect = {
  name: 'afnic',
  extensions: [FRNIC],
  takes: (command, extension) => extension === FRNIC && ['contact:create', 'domain:transfer'].includes(command),

  readOwn(root: Element): OwnCommand {
    const command = onlyChild(root)
    const fields = new Fields(command)
    const payload = fields.optional('trade') ?? fields.optional('recover')
    if (!payload) throw unexpected(command, 'the command is a trade or a recovery')
    fields.optional('clTRID')
    fields.end()
    const [domain] = childrenOf(payload, 'domain')
    const objects = childrenOf(domain, 'name').map(({ text }) => text.trim().toLowerCase())
    return { name: `domain:${payload.local}`, objects, payload }
  },

  async carryOut(command) {
    const { request, context } = command
    if (request.name.startsWith('domain:') && request.name !== 'domain:check')
      await settleTransfers(request.objects, context, takeOver)
    return carryOut[request.name]?.(command) ?? command.proceed()
  },
}

const notOffered = (what: string) => () => Promise.reject(new Refusal(2101, `contacts cannot be ${what}`))

const carryOut: Readonly<Record<string, (command: DialectCommand) => Promise<Answer>>> = {
  'contact:check': notOffered('checked'),
  'contact:create': createContact,
  'contact:delete': notOffered('deleted'),
  'domain:create': createDomain,
  'domain:info': infoDomain,
  'domain:update': updateDomain,
  'domain:transfer': transferDomain,
  'domain:trade': tradeDomain,
  'domain:recover': recoverDomain,
}

async function createDomain({ request: { payload }, context, proceed }: DialectCommand): Promise<Answer> {
  const registrants = childrenOf(payload, 'registrant')
  const contacts = childrenOf(payload, 'contact')
  refuseIncomplete(contacts)
  const answer = await proceed()
  await refuseUnidentified([...registrants, ...contacts], context)
  for (const { text } of registrants) await qualify(text.trim(), context)
  return answer
}

/** Shows a domain. While it is deleted or a trade of it is pending, nobody can change its holder. */
async function infoDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const answer = await proceed()
  const domain = await findDomain(context.db, request.objects[0] ?? '')
  const isFrozen = domain !== undefined && (domain.rgp !== null || domain.pendingAction !== null)
  if (!isFrozen) return answer
  const statuses = ['serverTradeProhibited', 'serverRecoverProhibited'].map((s) => element('frnic:status', { s }))
  const shown = told(element('frnic:infData', {}, [element('frnic:domain', {}, statuses)]))
  return { ...answer, extensions: [...(answer.extensions ?? []), shown] }
}

async function updateDomain({ request: { payload }, context, proceed }: DialectCommand): Promise<Answer> {
  const [registrant] = childrenOf(childrenOf(payload, 'chg')[0], 'registrant')
  if (registrant) throw refuseValue(registrant, 2306, 'another holder gets the domain by a trade')
  await refuseUnidentified(childrenOf(childrenOf(payload, 'add')[0], 'contact'), context)
  return proceed()
}
