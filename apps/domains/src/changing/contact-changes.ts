import type { Domain } from '../lifecycle/model/domain'
import { areContactsChanged } from '../registry/contacts-of-domain'
import type { RequestedChanges } from './model/update'

type Handles = Pick<Domain, 'adminHandle' | 'billingHandle' | 'ownerHandle' | 'techHandle'>

/**
 * The handles of the contacts that the registry gets with a change: those that change, or all of them when the registry gets
 * something else about the contacts.
 */
export function handlesToSend(before: Domain, changed: RequestedChanges): Partial<Handles> {
  const after = { ...before, ...changed }
  const { ownerHandle, adminHandle, techHandle, billingHandle } = areContactsChanged(before, after) ? after : changed
  return {
    ...(ownerHandle !== undefined && { ownerHandle }),
    ...(adminHandle !== undefined && { adminHandle }),
    ...(techHandle !== undefined && { techHandle }),
    ...(billingHandle !== undefined && { billingHandle }),
  }
}
