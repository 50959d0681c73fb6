import { Injectable } from '@nestjs/common'
import { findActiveContacts } from '@nameyard/contracts/access/find-active-contacts'
import { createDomainToken } from '@nameyard/contracts/dns/create-domain-token'
import type { Actor, Call, Result } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'

type ActiveContact = Result<typeof findActiveContacts>['contacts'][number]

/**
 * Asks the customers service whether the makers of links may still act. It is asked each time a link is opened: a copy of
 * the rights here would be late, and links are opened rarely.
 */
@Injectable()
export class Makers {
  constructor(private readonly rpc: Rpc) {}

  /** Returns the stamp of the caller, by its token or its key; undefined for one who may not make links. */
  async stampOf({ contactId, resellerId, keyId }: Actor, call: Call): Promise<string | undefined> {
    const makers = await this.active([contactId], resellerId, call)
    return makers.find((maker) => maker.keyId === keyId)?.stamp
  }

  /** Returns those of the contacts who may make links for an account; a contact again for each of its valid API keys. */
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
