import { Injectable } from '@nestjs/common'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import { Rpc } from '@nameyard/messaging/rpc'

/** The customers of an order, as they are when the order is placed. */
export interface OrderContacts {
  readonly registrant: ContactSnapshot
  readonly admin: ContactSnapshot
  readonly tech: ContactSnapshot
  readonly billing: ContactSnapshot
}

/** The handles of an order. The registrant has each role that the order leaves out. */
export interface OrderHandles {
  readonly owner_handle: string
  readonly admin_handle?: string | undefined
  readonly tech_handle?: string | undefined
  readonly billing_handle?: string | undefined
}

/** Copies the customers of an account, so that an order keeps them as they were when it was placed. */
@Injectable()
export class CustomerSnapshots {
  constructor(private readonly rpc: Rpc) {}

  /** Copies the customers of an order. Refuses the first role whose handle the account does not have. */
  async ofRoles(order: OrderHandles, resellerId: number, call: Call): Promise<OrderContacts> {
    const handles = {
      registrant: order.owner_handle,
      admin: order.admin_handle ?? order.owner_handle,
      tech: order.tech_handle ?? order.owner_handle,
      billing: order.billing_handle ?? order.owner_handle,
    }
    const known = await this.byHandle(Object.values(handles), resellerId, call)
    return {
      registrant: known.get(handles.registrant) ?? fail('owner_handle_invalid'),
      admin: known.get(handles.admin) ?? fail('admin_handle_invalid'),
      tech: known.get(handles.tech) ?? fail('tech_handle_invalid'),
      billing: known.get(handles.billing) ?? fail('billing_handle_invalid'),
    }
  }

  /** The customers of an account by their handles. Handles that the account does not have are absent. */
  async byHandle(
    handles: readonly string[],
    resellerId: number,
    call: Call,
  ): Promise<ReadonlyMap<string, ContactSnapshot>> {
    if (handles.length === 0) return new Map()
    const { snapshots } = await this.rpc.call(snapshotCustomers, { resellerId, handles: [...new Set(handles)] }, call)
    return new Map(snapshots.map((snapshot) => [snapshot.handle, snapshot]))
  }
}
