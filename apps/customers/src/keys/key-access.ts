import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { demandRight, demandRole } from '@nameyard/contracts/rights'
import { administrators } from '@nameyard/contracts/roles'
import type { Tx } from '@nameyard/persistence/database'
import { isWithin, lockRole, type KeyLimits } from './key.store'

/** The contact who manages keys, in a transaction. */
interface Administrator {
  readonly resellerId: number
  readonly contactId: number
}

/** Returns the caller. Refuses a caller who is no administrator of the account, and a key that has limits. */
export async function administratorOf(tx: Tx, call: Call): Promise<Administrator> {
  const resellerId = resellerOf(call)
  const { contactId } = call.actor!
  const [contact] = await tx.query(lockRole, { resellerId, contactId })
  if (!contact) fail('authentication_failed')
  demandRole({ roles: administrators }, { actor: { ...call.actor!, role: contact.role } })
  return { resellerId, contactId }
}

/** Refuses to hand out a key that can do more than the credential in use, or can be used from more addresses. */
export async function refuseKeyBeyond(tx: Tx, call: Call, { scope, allowedFrom }: KeyLimits): Promise<void> {
  for (const right of scope) demandRight(call, right)
  const { boundTo } = call.actor!
  if (boundTo === undefined) return
  const [found] = await tx.query(isWithin, { ranges: allowedFrom, bound: boundTo })
  if (!found!.isWithin) fail('key_beyond_address', { address: boundTo })
}
