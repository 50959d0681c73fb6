import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { demandRole } from '@nameyard/contracts/rights'
import { administrators } from '@nameyard/contracts/roles'
import type { Role } from '@nameyard/contracts/roles'

/** A person who decides about calls of API keys and assistants. */
export interface Approver {
  readonly resellerId: number
  readonly contactId: number
  readonly username: string
  readonly role: Role
}

/** Returns the caller. Refuses every API key and assistant, so that none approves its own calls or those of another one. */
export function approverOf(call: Call): Approver {
  const resellerId = resellerOf(call)
  const { contactId, username, role, keyId, profile } = call.actor!
  if (keyId !== undefined || profile !== undefined) fail('person_needed')
  demandRole({ roles: administrators }, call)
  return { resellerId, contactId, username, role }
}
