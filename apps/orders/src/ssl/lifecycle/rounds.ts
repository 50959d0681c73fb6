import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { askedIn, type AskedIn } from '@nameyard/runtime/traces'
import type { Validation } from '../model/validation'
import { insertValidations, type SslOrder, type Work } from './ssl-order.store'
import { newNonce, newToken } from './tokens'

/** A round of validation: one request to the CA. */
export interface Round {
  readonly work: Exclude<Work, 'nothing' | 'revoke'>
  readonly hasDnsAutomation: boolean
  readonly approverEmail: string
  readonly validations: readonly Validation[]
}

const begin = statement<
  AskedIn & {
    id: number
    work: string
    hasDnsAutomation: boolean
    approverEmail: string
    token: string
    approverNonce: string
    now: Date
  }
>(
  'ssl.begin-round',
  (given) => sql`
    update ssl_order set status = 'REQ', work = ${given.work}, has_dns_automation = ${given.hasDnsAutomation},
      approver_email = ${given.approverEmail}, token = ${given.token}, approver_nonce = ${given.approverNonce},
      asked_at = ${given.now}, due_at = ${given.now}, round = round + 1, attempts = 0, problem = '',
      approver_mails = 0, claimed_until = null, request = ${given.request}, trace = ${given.trace}, revision = revision + 1
    where id = ${given.id}`,
)
const dropValidations = statement<{ id: number }>(
  'ssl.drop-validations',
  ({ id }) => sql`delete from ssl_validation where ssl_order_id = ${id}`,
)

/** Starts a new round: control of every name must be proven again, with a new token. Returns the changed order. */
export async function beginRound(tx: Tx, order: SslOrder, round: Round, now: Date): Promise<SslOrder> {
  const { work, hasDnsAutomation, approverEmail, validations } = round
  const [token, approverNonce] = [newToken(), newNonce()]
  const asked = { token, approverNonce, now, ...askedIn(tx) }
  await tx.query(begin, { id: order.id, work, hasDnsAutomation, approverEmail, ...asked })
  await replaceValidations(tx, order.id, validations)
  const open = validations.map((validation) => ({ ...validation, isProven: false, problem: '' }))
  return { ...order, status: 'REQ', work, hasDnsAutomation, approverEmail, token, approverNonce, validations: open }
}

/** Replaces the validation methods. All names must be proven again. */
export async function replaceValidations(tx: Tx, id: number, validations: readonly Validation[]): Promise<void> {
  await tx.query(dropValidations, { id })
  const [names, methods] = [validations.map(({ hostName }) => hostName), validations.map(({ method }) => method)]
  await tx.query(insertValidations, { id, names, methods })
}
