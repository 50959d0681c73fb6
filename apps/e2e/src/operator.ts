import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { eventually } from '@nameyard/testing/eventually'
import type { TestParty } from '@nameyard/testing/party'
import type { Platform } from './platform'

/** Opens an account with a balance in euros. Returns its id. */
export async function openAccount(
  operator: TestParty,
  { username, password }: Platform['account'],
  euros: string,
): Promise<number> {
  const contact = { username, password, email: `${username}@example.com` }
  const opening = { operator: 'test', company: username, currency: 'EUR', contact }
  const { resellerId } = await operator.rpc.call(createReseller, opening, operator.call())
  const payment = { resellerId, currency: 'EUR', amount: euros, key: username }
  await operator.rpc.call(topUp, payment, operator.call())
  return resellerId
}

/** Throws when a rule of the ledger is broken, or could not be checked. */
export async function verifyLedgers(operator: TestParty): Promise<void> {
  const verified = () => operator.rpc.call(verifyLedger, { all: true }, operator.call())
  const { findings, unasked } = await eventually(verified, 'the result of the ledger verification')
  expect({ findings, unasked }).toEqual({ findings: [], unasked: [] })
}
