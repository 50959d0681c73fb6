import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import type { Validation } from '../model/validation'
import { newNonce, newToken } from '../orders/tokens'
import { insertValidations, type SslOrder, type Work } from '../orders/ssl-order.store'

/** What is asked of the CA in a new round. */
export interface Round {
  readonly work: Exclude<Work, 'nothing' | 'revoke'>
  readonly hasDnsAutomation: boolean
  readonly approverEmail: string
  readonly validations: readonly Validation[]
}

const begin = statement(
  'ssl.begin-round',
  `update ssl_order set status = 'REQ', work = $2, has_dns_automation = $3, approver_email = $4, token = $5,
     approver_nonce = $6, asked_at = $7, due_at = $7, round = round + 1, attempts = 0, problem = '',
     approver_mails = 0, claimed_until = null, revision = revision + 1
   where id = $1`,
)
const dropValidations = statement('ssl.drop-validations', 'delete from ssl_validation where ssl_order_id = $1')

/** Asks the CA anew: control of every name is proven again, by a new token. Gives the order as it stands then. */
export async function beginRound(tx: Tx, order: SslOrder, round: Round, now: Date): Promise<SslOrder> {
  const { work, hasDnsAutomation, approverEmail, validations } = round
  const [token, approverNonce] = [newToken(), newNonce()]
  await tx.query(begin, [order.id, work, hasDnsAutomation, approverEmail, token, approverNonce, now])
  await replaceValidations(tx, order.id, validations)
  const open = validations.map((validation) => ({ ...validation, isProven: false, problem: '' }))
  return { ...order, status: 'REQ', work, hasDnsAutomation, approverEmail, token, approverNonce, validations: open }
}

/** Has names proven in another way; what was proven has to be proven again. */
export async function replaceValidations(tx: Tx, id: number, validations: readonly Validation[]): Promise<void> {
  await tx.query(dropValidations, [id])
  const [names, methods] = [validations.map(({ hostName }) => hostName), validations.map(({ method }) => method)]
  await tx.query(insertValidations, [id, names, methods])
}
