import { fail } from '@nameyard/contracts/errors'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import type { Input, Result } from '@nameyard/contracts/operation'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'

/** The customers of an order, copied as they are now. */
export interface OrderContacts {
  readonly registrant: ContactSnapshot
  readonly admin: ContactSnapshot
  readonly tech: ContactSnapshot
  readonly billing: ContactSnapshot
}

/** The handles of an order; the registrant stands for each role that it leaves out. */
export interface OrderHandles {
  readonly owner_handle: string
  readonly admin_handle?: string | undefined
  readonly tech_handle?: string | undefined
  readonly billing_handle?: string | undefined
}

type Ask = (question: Input<typeof snapshotCustomers>) => Promise<Result<typeof snapshotCustomers>>

/** Copies the customers of an order; the first handle that the account does not have is refused by its role. */
export async function contactsOf(order: OrderHandles, resellerId: number, ask: Ask): Promise<OrderContacts> {
  const handles = {
    registrant: order.owner_handle,
    admin: order.admin_handle ?? order.owner_handle,
    tech: order.tech_handle ?? order.owner_handle,
    billing: order.billing_handle ?? order.owner_handle,
  }
  const { snapshots } = await ask({ resellerId, handles: [...new Set(Object.values(handles))] })
  const known = new Map(snapshots.map((snapshot) => [snapshot.handle, snapshot]))
  return {
    registrant: known.get(handles.registrant) ?? fail('owner_handle_invalid'),
    admin: known.get(handles.admin) ?? fail('admin_handle_invalid'),
    tech: known.get(handles.tech) ?? fail('tech_handle_invalid'),
    billing: known.get(handles.billing) ?? fail('billing_handle_invalid'),
  }
}
