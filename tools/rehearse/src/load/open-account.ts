import type { Operator } from '@nameyard/admin/operator'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { topUp } from '@nameyard/contracts/orders/top-up'

/** The account of a rehearsal. */
export const account = { username: 'rehearsal', password: 'correct horse battery' }

/** Opens the account with a payment that no load can spend. */
export async function openAccount(operator: Operator): Promise<void> {
  const contact = { ...account, email: 'rehearsal@example.com' }
  const opening = { operator: 'rehearsal', company: 'Rehearsal', currency: 'EUR', contact }
  const { resellerId } = await operator.ask(createReseller, opening)
  await operator.ask(topUp, { resellerId, currency: 'EUR', amount: '1000000.00', key: 'rehearsal' })
}
