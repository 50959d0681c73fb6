import { Controller } from '@nestjs/common'
import { findActiveContacts } from '@nameyard/contracts/access/find-active-contacts'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'

type ActiveContact = Result<typeof findActiveContacts>['contacts'][number]

/** The contacts that a test treats differently, by id; undefined for one who may no longer use the API. */
export const activeContacts = new Map<number, ActiveContact | undefined>()

/**
 * Replaces the customers service, which knows which contacts may use the API. Each account has one contact with the number
 * of the account.
 */
@Controller()
export class ActiveContactsStandIn {
  @Handles(findActiveContacts)
  async execute({ contactIds }: Input<typeof findActiveContacts>): Promise<Result<typeof findActiveContacts>> {
    const usual = (id: number): ActiveContact => ({ contactId: id, resellerId: id, stamp: 'first password' })
    return {
      contacts: contactIds.flatMap((id) => (activeContacts.has(id) ? (activeContacts.get(id) ?? []) : usual(id))),
    }
  }
}
