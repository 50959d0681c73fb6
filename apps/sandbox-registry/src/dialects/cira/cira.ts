import { Refusal } from '../../model/result'
import { findDomain } from '../../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import type { Answer } from '../../protocol/command'
import { Fields } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { childrenOf } from '../../xml/replace'
import { element } from '../../xml/write'
import type { Dialect, DialectCommand } from '../dialect'
import { createContact, infoContact, isPerson, refuseUnfit } from './contacts'
import { FURY, FURY_RGP, readProperties, writeProperties } from './properties'

/**
 * CIRA (.ca): contacts with a language, registrants with a legal type who have accepted the agreement, domains whose
 * registrant is private or public, transfers at once, refusals with numbers.
 */
export const cira: Dialect = {
  name: 'cira',
  extensions: [FURY, FURY_RGP],
  takes: (command, extension) =>
    extension === FURY && ['contact:create', 'domain:create', 'domain:update'].includes(command),

  async carryOut(command) {
    try {
      return await (carryOut[command.request.name]?.(command) ?? command.proceed())
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The number of the registry stands where the RFCs have the value.
      const number = { ns: FURY, local: 'ciraCode', text: String(error.code + 6_000) }
      throw new Refusal(error.code, error.reason ?? error.message, number)
    }
  },
}

const carryOut: Readonly<Record<string, (command: DialectCommand) => Promise<Answer>>> = {
  'contact:create': createContact,
  'contact:info': infoContact,
  'domain:create': createDomain,
  'domain:info': infoDomain,
  'domain:update': updateDomain,
  'domain:transfer': transferDomain,
}

async function createDomain({ request: { payload, objects }, context, proceed }: DialectCommand): Promise<Answer> {
  const extension = context.extensions.get(FURY)
  const asked = extension && readProperties(extension, ['PRIVACY']).get('PRIVACY')
  const registrants = childrenOf(payload, 'registrant')
  await refuseUnfit(registrants, childrenOf(payload, 'contact'), context)
  const answer = await proceed()
  const privacy = asked ?? ((await isPerson(registrants, context)) ? 'PRIVATE' : 'PUBLIC')
  await putOwnOfDomain(context.db, objects[0] ?? '', { privacy })
  return answer
}

/** Shows a domain with its privacy, and the end of its redemption period. */
async function infoDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const answer = await proceed()
  const domain = await findDomain(context.db, request.objects[0] ?? '')
  if (!domain) return answer
  const { privacy } = await findOwnOfDomain(context.db, domain.name)
  const end = domain.redemptionUntil?.toISOString()
  const shown = [
    ...(typeof privacy === 'string' ? [writeProperties({ PRIVACY: privacy })] : []),
    ...(end === undefined
      ? []
      : [element('fury-rgp:rgpInfo', { 'xmlns:fury-rgp': FURY_RGP }, [element('fury-rgp:rgpStatusEnd', {}, end)])]),
  ]
  return { ...answer, extensions: [...(answer.extensions ?? []), ...shown] }
}

async function updateDomain({ request: { payload, objects }, context, proceed }: DialectCommand): Promise<Answer> {
  const [add, chg] = ['add', 'chg'].map((part) => childrenOf(payload, part)[0])
  await refuseUnfit(childrenOf(chg, 'registrant'), childrenOf(add, 'contact'), context)
  const extension = context.extensions.get(FURY)
  const privacy = extension && readPrivacy(extension)
  const answer = await proceed()
  const [name = ''] = objects
  if (privacy !== undefined)
    await putOwnOfDomain(context.db, name, { ...(await findOwnOfDomain(context.db, name)), privacy })
  return answer
}

/** Reads the property that replaces another: one value is added, and the other one is removed. */
function readPrivacy(extension: Element): string {
  const fields = new Fields(extension)
  const [added, removed] = [fields.required('add'), fields.required('rem')].map((part) =>
    readProperties(part, ['PRIVACY']).get('PRIVACY'),
  )
  fields.end()
  if (added === removed) throw new Refusal(2306, 'the same value is added and removed')
  return added!
}

function transferDomain({ context, proceed }: DialectCommand): Promise<Answer> {
  if (context.op === 'query' || context.op === 'request') return proceed()
  throw new Refusal(2101, 'a transfer is not answered: it takes effect at once')
}
