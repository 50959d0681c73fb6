import { price } from '../../billing/bill'
import { refuseUnpaid } from '../../billing/charge.store'
import { agreeFee } from '../../extensions/fee'
import { completeTransfer } from '../../lifecycle/complete-transfer'
import { transferNotice, writeTransfer } from '../../lifecycle/notices'
import { startTransfer } from '../../lifecycle/start-transfer'
import { addDays } from '../../model/calendar'
import { Refusal } from '../../model/result'
import type { Domain } from '../../objects/domain.store'
import { insertPollMessage } from '../../objects/poll-message.store'
import type { NameRules } from '../../objects/tld-rules.store'
import { findTransfer, putTransfer, type Transfer } from '../../objects/transfer.store'
import { opensDomain, readAuthInfo, type AuthInfo } from '../../protocol/auth-info'
import type { Answer, ObjectContext } from '../../protocol/command'
import { readYears } from '../../protocol/period'
import { Fields, refuseValue, unexpected } from '../../xml/fields'
import type { Element } from '../../xml/read'
import { lockNamedDomain, refuseProhibited } from './own-domain'

interface Request {
  readonly nameField: Element
  readonly periodField: Element | undefined
  readonly authInfo: AuthInfo | undefined
}

/** A locked domain, its rules, and the fields of the command. */
interface LockedTransfer {
  readonly domain: Domain
  readonly rules: NameRules
  readonly request: Request
}

/**
 * Transfers a domain between registrars (RFC 5730 section 2.9.3.4, RFC 5731 section 3.2.4). The gaining registrar requests
 * and may cancel; the sponsor approves or rejects; both may query. Anything else is refused with 2201.
 */
export async function transferDomain(payload: Element, context: ObjectContext): Promise<Answer> {
  const fields = new Fields(payload)
  const nameField = fields.required('name')
  const periodField = fields.optional('period')
  const authInfoField = fields.optional('authInfo')
  fields.end()
  const operation = operations[context.op ?? '']
  if (!operation) throw unexpected(payload, 'the op of a transfer is request, query, approve, reject or cancel')
  const request = { nameField, periodField, authInfo: authInfoField && readAuthInfo(authInfoField) }
  return operation({ ...(await lockNamedDomain(nameField, context)), request }, context)
}

const operations: Readonly<Record<string, (held: LockedTransfer, context: ObjectContext) => Promise<Answer>>> = {
  request: requestTransfer,
  query: queryTransfer,
  approve: approveTransfer,
  reject: rejectTransfer,
  cancel: cancelTransfer,
}

async function requestTransfer({ domain, rules, request }: LockedTransfer, context: ObjectContext): Promise<Answer> {
  const { db, registrar, now, svTRID } = context
  if (rules.transfer === 'push') throw new Refusal(2101, 'the sponsor pushes the domain to another registrar')
  if (domain.sponsor === registrar) throw refuseSelf(request.nameField, rules)
  if (!request.authInfo) throw new Refusal(2003, 'a transfer request needs the <authInfo>')
  if (!opensDomain(request.authInfo, domain)) throw new Refusal(2202)
  if (domain.isTransferring) throw new Refusal(2300)
  refuseProhibited(domain, 'Transfer')
  const lockedUntil = addDays(domain.transferredAt ?? domain.createdAt, rules.transferLockDays)
  if (now < lockedUntil) throw new Refusal(2106, `not before ${lockedUntil.toISOString()}`)
  if (request.periodField && readYears(request.periodField) !== rules.transferYears) {
    throw refuseValue(request.periodField, 2306, `a transfer adds ${rules.transferYears} years`)
  }
  const fee = agreeFee(context, rules, { command: 'transfer', years: rules.transferYears })
  const extensions = fee ? [fee] : []
  const cents = price(rules, 'transfer', rules.transferYears)
  await refuseUnpaid(db, { registrar, cents, currency: rules.currency })

  const transfer = await startTransfer(db, domain, { registrar, now, svTRID, rules })
  return { code: transfer.status === 'pending' ? 1001 : 1000, resData: writeTransfer(transfer), extensions }
}

async function queryTransfer({ domain, request }: LockedTransfer, { db, registrar }: ObjectContext): Promise<Answer> {
  const transfer = await findTransfer(db, domain.name)
  const isParty = [domain.sponsor, transfer?.requestedBy, transfer?.acting].includes(registrar)
  if (!isParty && !request.authInfo) throw refuseValue(request.nameField, 2201, 'the transfer is between others')
  if (request.authInfo && !opensDomain(request.authInfo, domain)) throw new Refusal(2202)
  if (!transfer) throw new Refusal(2301, 'the domain was never transferred')
  return { code: 1000, resData: writeTransfer(transfer) }
}

async function approveTransfer(held: LockedTransfer, context: ObjectContext): Promise<Answer> {
  const { db, now, svTRID } = context
  const transfer = await pendingTransfer(held, context, 'acting')
  const outcome = { status: 'clientApproved' as const, at: now, svTRID, rules: held.rules }
  return { code: 1000, resData: writeTransfer(await completeTransfer(db, held.domain, transfer, outcome)) }
}

async function rejectTransfer(held: LockedTransfer, context: ObjectContext): Promise<Answer> {
  const transfer = await pendingTransfer(held, context, 'acting')
  return endTransfer({ ...transfer, status: 'clientRejected' }, transfer.requestedBy, context)
}

async function cancelTransfer(held: LockedTransfer, context: ObjectContext): Promise<Answer> {
  const transfer = await pendingTransfer(held, context, 'requestedBy')
  return endTransfer({ ...transfer, status: 'clientCancelled' }, transfer.acting, context)
}

/** Returns the pending transfer; 2301 when there is none, 2201 when the client is not the registrar of that role. */
async function pendingTransfer(
  { domain, request }: LockedTransfer,
  { db, registrar }: ObjectContext,
  part: 'acting' | 'requestedBy',
): Promise<Transfer> {
  const transfer = await findTransfer(db, domain.name)
  if (transfer?.status !== 'pending') throw new Refusal(2301)
  if (transfer[part] !== registrar) throw refuseValue(request.nameField, 2201, 'only the other registrar may do that')
  return transfer
}

async function endTransfer(transfer: Transfer, informed: string, { db, now }: ObjectContext): Promise<Answer> {
  const ended: Transfer = { ...transfer, actsAt: now, expiresAt: null }
  await putTransfer(db, ended)
  await insertPollMessage(db, transferNotice(informed, ended, now))
  return { code: 1000, resData: writeTransfer(ended) }
}

function refuseSelf(nameField: Element, { selfTransferCode }: NameRules): Refusal {
  return refuseValue(nameField, selfTransferCode, 'the registrar sponsors the domain already')
}
