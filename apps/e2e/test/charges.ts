import { eventually } from '@nameyard/testing/eventually'
import type { Ask } from './in-process'

/** Waits until no order of an account has credit reserved: reservations are captured some time after the answer to an order. */
export async function settled(account: Ask): Promise<void> {
  const isSettled = async () => (await account('GET', '/v1/resellers')).json.data.reserved_balance === 0
  await eventually(isSettled, 'every reservation captured or released')
}

/** What an account was charged for a name: the actions. */
export async function chargesOf(account: Ask, name: string): Promise<string[]> {
  await settled(account)
  const { json } = await account('GET', `/v1/transactions?filter_for_subject=${name}&limit=100`)
  return json.data.results.map(({ action }: { action: string }) => action)
}
