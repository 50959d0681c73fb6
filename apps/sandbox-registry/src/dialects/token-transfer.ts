import { randomBytes } from 'node:crypto'
import { lockNamedDomain, refuseProhibited } from '../commands/domain/own-domain'
import { completeTransfer } from '../lifecycle/complete-transfer'
import { writeTransfer } from '../lifecycle/notices'
import { Refusal } from '../model/result'
import { findDomain, type Domain } from '../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../objects/own-data.store'
import { insertPollMessage } from '../objects/poll-message.store'
import type { Answer, ObjectContext } from '../protocol/command'
import { refuseValue } from '../xml/fields'
import type { Element } from '../xml/read'
import { element } from '../xml/write'

/** Mails a new token to the holder of a domain, who is at no registrar. The mail is not part of the registry. */
export async function mailToken(nameField: Element, context: ObjectContext): Promise<Answer> {
  const { db, registrar } = context
  const { domain } = await lockNamedDomain(nameField, context)
  if (domain.sponsor === registrar) throw refuseValue(nameField, 2002, 'the registrar sponsors the domain already')
  refuseProhibited(domain, 'Transfer')
  const own = await findOwnOfDomain(db, domain.name)
  await putOwnOfDomain(db, domain.name, { ...own, token: randomBytes(9).toString('base64url') })
  return { code: 1001 }
}

/** Transfers a domain at once, with its code or with the token that was mailed. A token is used up. */
export async function executeTransfer(
  nameField: Element,
  context: ObjectContext,
  opens: (domain: Domain, token: unknown) => boolean,
): Promise<Answer> {
  const { db, registrar, now, svTRID } = context
  const { domain, rules } = await lockNamedDomain(nameField, context)
  if (domain.sponsor === registrar) throw refuseValue(nameField, 2002, 'the registrar sponsors the domain already')
  const { token, ...own } = await findOwnOfDomain(db, domain.name)
  if (!opens(domain, token)) throw new Refusal(2202)
  refuseProhibited(domain, 'Transfer')
  const asked = {
    ...{ domain: domain.name, status: 'pending' as const, requestedBy: registrar, requestedAt: now },
    ...{ acting: domain.sponsor, actsAt: now, expiresAt: null },
  }
  const done = await completeTransfer(db, domain, asked, { status: 'serverApproved', at: now, svTRID, rules })
  await putOwnOfDomain(db, domain.name, own)
  return { code: 1000, resData: writeTransfer(done) }
}

/** Transfers a domain, and tells the registrar that has lost it in the form of the registry, in its namespace. */
export async function tellingLoser(
  ns: string,
  name: string,
  { db, now }: ObjectContext,
  move: () => Promise<Answer>,
): Promise<Answer> {
  const before = await findDomain(db, name)
  const answer = await move()
  if (!before) return answer
  const text = 'The domain was transferred away.'
  const resData = element('message:message', { 'xmlns:message': ns, type: 'domain-transferred-away' }, [
    element('message:desc', {}, text),
    element('message:data', {}, [element('message:entry', { name: 'domain' }, name)]),
  ])
  await insertPollMessage(db, { registrar: before.sponsor, at: now, text, resData })
  return answer
}
