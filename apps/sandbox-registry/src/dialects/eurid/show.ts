import { randomBytes } from 'node:crypto'
import { addDays } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { findContact } from '../../objects/contact.store'
import { changeDomain, findDomain, type Domain } from '../../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain, type OwnData } from '../../objects/own-data.store'
import type { Answer, ObjectContext } from '../../protocol/command'
import { onlyChild } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { element, optionalText, type Markup } from '../../xml/write'
import type { DialectCommand } from '../dialect'
import { AUTH_INFO, DOMAIN_EXT } from './namespaces'

/** How long a code is valid. */
const CODE_DAYS = 40

/** Shows a domain with the registry's own states, and makes or cancels an auth code when the sponsor asks for that. */
export async function infoDomain({ request, context, proceed }: DialectCommand): Promise<Answer> {
  const [name = ''] = request.objects
  const asked = context.extensions.get(AUTH_INFO)
  const validUntil = asked && (await changeCode(name, asked, context))
  const answer = await proceed()
  const domain = await findDomain(context.db, name)
  const isSponsor = domain?.sponsor === context.registrar
  const state = domain && isSponsor ? await writeStates(domain, context) : undefined
  const code =
    validUntil &&
    element('authInfo:infData', { 'xmlns:authInfo': AUTH_INFO }, [
      element('authInfo:validUntil', {}, validUntil.toISOString()),
    ])
  return {
    ...answer,
    ...(answer.resData && { resData: shown(answer.resData, { hasCode: validUntil !== undefined }) }),
    extensions: [...(answer.extensions ?? []), state, code].filter((each) => each !== undefined),
  }
}

/** Returns until when a requested code is valid; undefined when it was cancelled. */
async function changeCode(
  name: string,
  asked: Element,
  { db, now, registrar }: ObjectContext,
): Promise<Date | undefined> {
  const what = onlyChild(asked).local
  const domain = await findDomain(db, name)
  if (!domain) throw new Refusal(2303, 'the domain does not exist')
  if (domain.sponsor !== registrar) throw new Refusal(2201, 'only the sponsor gets a code')
  const isRequested = what === 'request'
  const authInfo = isRequested ? `XXXX-${randomBytes(6).toString('hex').toUpperCase()}` : null
  const validUntil = isRequested ? addDays(now, CODE_DAYS) : undefined
  const { authInfoUntil: _, ...own } = await findOwnOfDomain(db, name)
  await changeDomain(db, { ...domain, statuses: domain.setStatuses, authInfo, updatedBy: registrar, updatedAt: now })
  await putOwnOfDomain(db, name, { ...own, ...(validUntil && { authInfoUntil: validUntil.toISOString() }) })
  return validUntil
}

/** The data of the RFC: a code only in the answer to its request, and a quarantine only as a state of the registry. */
function shown({ content, ...infData }: Markup, { hasCode }: { readonly hasCode: boolean }): Markup {
  const children = typeof content === 'string' ? [] : content
  const kept = children.filter(
    ({ name, attributes }) =>
      (hasCode || name !== 'domain:authInfo') && !(name === 'domain:status' && attributes.s === 'pendingDelete'),
  )
  const hasStatus = kept.some(({ name }) => name === 'domain:status')
  const roid = kept.findIndex(({ name }) => name === 'domain:roid')
  return {
    ...infData,
    content: hasStatus ? kept : kept.toSpliced(roid + 1, 0, element('domain:status', { s: 'ok' })),
  }
}

async function writeStates(domain: Domain, { db }: ObjectContext): Promise<Markup> {
  const registrant = domain.registrant === null ? undefined : await findContact(db, domain.registrant)
  const own: OwnData = await findOwnOfDomain(db, domain.name)
  const deletesAt = typeof own.deletesAt === 'string' ? own.deletesAt : undefined
  const flag = (name: string, is: boolean) => element(`domain-ext:${name}`, {}, String(is))
  return element('domain-ext:infData', { 'xmlns:domain-ext': DOMAIN_EXT }, [
    flag('onHold', domain.setStatuses.includes('serverHold')),
    flag('reserved', false),
    flag('quarantined', domain.rgp !== null),
    flag('suspended', false),
    flag('seized', false),
    optionalText('domain-ext:availableDate', domain.redemptionUntil?.toISOString()),
    optionalText('domain-ext:deletionDate', deletesAt),
    flag('delayed', false),
    element('domain-ext:maxExtensionPeriod', {}, '10'),
    element('domain-ext:registrantCountry', {}, registrant?.postalInfo[0]?.cc ?? 'BE'),
  ])
}
