import { addSeconds } from '../../model/calendar'
import { findDomain } from '../../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import { insertPollMessage } from '../../objects/poll-message.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { DOMAIN } from '../../xml/namespaces'
import { element, type Markup } from '../../xml/write'
import { EXT_DOM } from './namespaces'

/** How long the registry looks at nameservers before it uses them. */
const LOOK_SECONDS = 3_600

/** Changes a domain. Until the registry has looked at other nameservers, it shows those of before. */
export async function lookingAtNameservers(
  name: string,
  { db, now }: Pick<ObjectContext, 'db' | 'now'>,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const before = await findDomain(db, name)
  const answer = await change()
  const after = await findDomain(db, name)
  if (!before || !after) return answer
  const names = after.hostAttributes.map((host) => host.name)
  if (names.join() === before.hostAttributes.map((host) => host.name).join()) return answer
  const own = await findOwnOfDomain(db, name)
  const inUse = before.hostAttributes.map((host) => host.name)
  await putOwnOfDomain(db, name, { ...own, inUse, looksUntil: addSeconds(now, LOOK_SECONDS).toISOString() })
  if (names.some((host) => host.startsWith('lame'))) {
    const extension = element('extdom:dnsErrorMsgData', { 'xmlns:extdom': EXT_DOM }, [
      element('extdom:domain', {}, name),
      element('extdom:status', {}, 'FAILED'),
    ])
    await insertPollMessage(db, {
      registrar: after.sponsor,
      at: now,
      text: 'DNS check ended unsuccessfully',
      extension,
    })
  }
  return answer
}

/** The answer to an info, with the nameservers that are in use and those that are looked at. */
export async function withNameservers(
  name: string,
  answer: Answer,
  { db, now }: Pick<ObjectContext, 'db' | 'now'>,
): Promise<Answer> {
  const { inUse, looksUntil } = await findOwnOfDomain(db, name)
  if (!answer.resData || typeof looksUntil !== 'string' || new Date(looksUntil) <= now) return answer
  const { content } = answer.resData
  if (typeof content === 'string') return answer
  const ns = content.find((child) => child.name === 'domain:ns')
  if (!ns) return answer
  const old = (inUse as string[]).map((host) => element('domain:hostAttr', {}, [element('domain:hostName', {}, host)]))
  const shown = content.flatMap((child): Markup[] => {
    if (child !== ns) return [child]
    return old.length > 0 ? [element('domain:ns', {}, old)] : []
  })
  const waiting = element('extdom:infNsToValidateData', { 'xmlns:extdom': EXT_DOM }, [
    { ...ns, name: 'extdom:nsToValidate', attributes: { 'xmlns:domain': DOMAIN } },
  ])
  const resData = { ...answer.resData, content: shown }
  return { ...answer, resData, extensions: [...(answer.extensions ?? []), waiting] }
}
