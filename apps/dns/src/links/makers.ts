import { Injectable } from '@nestjs/common'
import { findActiveContacts } from '@nameyard/contracts/access/find-active-contacts'
import { createDomainToken } from '@nameyard/contracts/dns/create-domain-token'
import type { Call, Result } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'

type ActiveContact = Result<typeof findActiveContacts>['contacts'][number]

/**
 * Asks the customers service whether the makers of links may still act. It is asked each time a link is opened: a copy of
 * the rights here would be late, and links are opened rarely.
 */
@Injectable()
export class Makers {
  constructor(private readonly rpc: Rpc) {}

  /** Returns those of the contacts who may make links for an account. */
  async active(contactIds: readonly number[], resellerId: number, call: Call): Promise<ActiveContact[]> {
    if (contactIds.length === 0) return []
    const { contacts } = await this.rpc.call(
      findActiveContacts,
      { contactIds: [...contactIds], roles: [...createDomainToken.roles] },
      call,
    )
    return contacts.filter((contact) => contact.resellerId === resellerId)
  }
}
