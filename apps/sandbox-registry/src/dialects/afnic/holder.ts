import { bill, price } from '../../billing/bill'
import { refuseUnpaid } from '../../billing/charge.store'
import { refuseMissingContacts } from '../../commands/domain/contacts'
import { lockNamedDomain, lockOwnDomain, refuseProhibited } from '../../commands/domain/own-domain'
import { addDays } from '../../model/calendar'
import { Refusal } from '../../model/result'
import { changeSponsor } from '../../objects/domain-lifecycle.store'
import type { Domain } from '../../objects/domain.store'
import { findOwnOfDomain, putOwnOfDomain } from '../../objects/own-data.store'
import { insertPendingAction } from '../../objects/pending-action.store'
import { insertPollMessage } from '../../objects/poll-message.store'
import { opensDomain, readAuthInfo } from '../../protocol/auth-info'
import type { Answer } from '../../protocol/command'
import { Fields, refuseValue, token } from '../../xml/fields'
import { DOMAIN } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element, optionalText, type Markup } from '../../xml/write'
import type { DialectCommand } from '../dialect'
import { qualify, refuseUnidentified } from './contacts'
import { told } from './form'
import { readContacts, readKeepDs, takeOver } from './takeover'

/** How long both holders have to confirm a trade; they do, unless the control port decides otherwise. */
const CONFIRM_DAYS = 15

/** Requests another holder of an own domain, which both confirm (1001), or shows how far that is. */
export async function tradeDomain({ request: { payload }, context }: DialectCommand): Promise<Answer> {
  const { op } = payload.attributes
  const outer = new Fields(payload, 'op')
  const fields = new Fields(outer.required('domain'))
  outer.end()
  const nameField = fields.required('name')
  const registrant = op === 'request' ? fields.required('registrant') : fields.optional('registrant')
  const authInfo = fields.required('authInfo')
  fields.end()
  const { domain } = await lockOwnDomain(nameField, context)
  if (!opensDomain(readAuthInfo(inDomain(authInfo)), domain)) throw new Refusal(2202)
  if (op === 'query') return { code: 1000, extensions: [await showTrade(domain, context)] }
  if (op !== 'request' || !registrant) throw new Refusal(2101, 'a trade is requested or queried')
  const holder = token(registrant, [3, 16])
  if (holder === domain.registrant) throw refuseValue(registrant, 2306, 'the domain has that holder')
  refuseProhibited(domain, 'Update')
  await refuseMissingContacts([registrant], context)
  await refuseUnidentified([registrant], context)
  const { db, now, registrar, clTRID = null, svTRID } = context
  const { name } = domain
  const trade = { from: domain.registrant, to: holder, at: now.toISOString() }
  await putOwnOfDomain(db, name, { ...(await findOwnOfDomain(db, name)), trade })
  const dueAt = addDays(now, CONFIRM_DAYS)
  const update = changeOf(name, holder)
  const action = { domain: name, registrar, clTRID, svTRID, dueAt, payload: update, extensions: [] }
  await insertPendingAction(db, { ...action, kind: 'update' })
  return { code: 1001, extensions: [await showTrade({ ...domain, pendingAction: 'update' }, context)] }
}

async function showTrade(
  { name, sponsor, registrant, pendingAction }: Domain,
  { db }: Pick<DialectCommand['context'], 'db'>,
): Promise<Markup> {
  const { trade } = (await findOwnOfDomain(db, name)) as {
    readonly trade?: Readonly<Record<'from' | 'to' | 'at', string>>
  }
  if (!trade) throw new Refusal(2301, 'nobody has asked for another holder')
  const ended = registrant === trade.to ? 'holdersApproved' : 'oldHolderRejected'
  return told(
    element('frnic:trdData', {}, [
      element('frnic:domain', {}, [
        element('frnic:name', {}, name),
        element('frnic:trStatus', {}, pendingAction === 'update' ? 'pending' : ended),
        element('frnic:reID', {}, sponsor),
        element('frnic:reDate', {}, trade.at),
        element('frnic:reHldID', {}, trade.to),
        element('frnic:acID', {}, sponsor),
        element('frnic:acHldID', {}, trade.from),
      ]),
    ]),
  )
}

/** Gets a domain for another holder at once, also from another registrar, who is told. */
export async function recoverDomain({ request: { payload }, context }: DialectCommand): Promise<Answer> {
  const { db, now, registrar, svTRID } = context
  if (payload.attributes.op !== 'request') throw new Refusal(2101, 'a recovery is only requested')
  const outer = new Fields(payload, 'op')
  const fieldOfDomain = outer.required('domain')
  outer.end()
  const fields = new Fields(fieldOfDomain, 'keepDS')
  const nameField = fields.required('name')
  const authInfo = fields.required('authInfo')
  const registrant = fields.required('registrant')
  const others = fields.repeated('contact')
  fields.end()
  const keepsDs = readKeepDs(fieldOfDomain)
  const { domain, rules } = await lockNamedDomain(nameField, context)
  if (!opensDomain(readAuthInfo(inDomain(authInfo)), domain)) throw new Refusal(2202)
  refuseProhibited(domain, 'Transfer')
  await refuseMissingContacts([registrant], context)
  await refuseUnidentified([registrant], context)
  const contacts = await readContacts(others, context)
  const holder = token(registrant, [3, 16])
  const { name, sponsor, expiresAt } = domain
  const { currency } = rules
  const cents = price(rules, 'transfer', 1)
  await refuseUnpaid(db, { registrar, cents, currency })
  await changeSponsor(db, { domain: name, sponsor: registrar, at: now, expiresAt })
  await takeOver(domain, { contacts, keepsDs, registrant: holder }, context)
  await bill(db, { at: now, registrar, domain: name, kind: 'transfer', years: 0, cents, currency, svTRID }, rules)
  await qualify(holder, context)
  const recData = element('frnic:recData', {}, [
    element('frnic:domain', {}, [
      element('frnic:name', {}, name),
      element('frnic:reID', {}, registrar),
      element('frnic:reDate', {}, now.toISOString()),
      element('frnic:reHldID', {}, holder),
      element('frnic:acID', {}, sponsor),
      optionalText('frnic:acHldID', domain.registrant),
    ]),
  ])
  if (sponsor !== registrar)
    await insertPollMessage(db, { registrar: sponsor, at: now, text: 'Recovery of a domain', extension: told(recData) })
  return { code: 1000, extensions: [told(recData)] }
}

/** The element is of the namespace of the registry, and its content of the domain mapping. */
function inDomain(authInfo: Element): Element {
  return { ...authInfo, ns: DOMAIN }
}

/** The update that changes the holder, once it is confirmed. */
function changeOf(name: string, holder: string): Element {
  const field = (local: string, text: string, children: readonly Element[] = []): Element => ({
    ...{ ns: DOMAIN, local, attributes: {}, text, children },
  })
  return field('update', '', [field('name', name), field('chg', '', [field('registrant', holder)])])
}
