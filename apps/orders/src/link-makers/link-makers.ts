import { Injectable } from '@nestjs/common'
import { findActiveContacts } from '@nameyard/contracts/access/find-active-contacts'
import { fail } from '@nameyard/contracts/errors'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'

/** The contact who made a link; null for a link from before this was stored. */
export interface Maker {
  readonly resellerId: number
  readonly contactId: number | null
  readonly username: string | null
  readonly stamp: string | null
}

/** The actor of an event of the audit trail that a link caused; none for a link whose maker is not stored. */
export const actorOf = ({ contactId, username }: Maker) =>
  contactId !== null && username !== null ? { actor: { contactId, username } } : {}

type Makes = Pick<AnyOperation, 'roles'>

/**
 * Asks the customers service whether the makers of links may still make them. It is asked each time a link is opened: a
 * copy of the rights here would be late, and links are opened rarely.
 */
@Injectable()
export class LinkMakers {
  constructor(private readonly rpc: Rpc) {}

  /** Returns the stamp of the caller, which changes with the password and the API key. Refuses a caller who may not make links. */
  async stampOf(makes: Makes, call: Call): Promise<string> {
    const { contactId, resellerId, keyId } = call.actor ?? fail('authentication_failed')
    const makers = await this.active(makes, [contactId], resellerId, call)
    return makers.find((maker) => maker.keyId === keyId)?.stamp ?? fail('access_denied')
  }

  /** Whether the maker of a link may still make it. */
  async mayStill(makes: Makes, { resellerId, contactId, stamp }: Maker, call: Call): Promise<boolean> {
    if (contactId === null) return true
    const makers = await this.active(makes, [contactId], resellerId, call)
    return makers.some((maker) => maker.stamp === stamp)
  }

  /** Returns those links of an account whose makers may still make them. */
  async working<Link extends Omit<Maker, 'resellerId'>>(
    makes: Makes,
    links: readonly Link[],
    resellerId: number,
    call: Call,
  ): Promise<Link[]> {
    const contactIds = [...new Set(links.flatMap(({ contactId }) => contactId ?? []))]
    const active = await this.active(makes, contactIds, resellerId, call)
    const stamps = new Set(active.map(({ contactId, stamp }) => `${contactId} ${stamp}`))
    return links.filter(({ contactId, stamp }) => contactId === null || stamps.has(`${contactId} ${stamp}`))
  }

  /** Returns those of the contacts who may make links for an account; a contact again for each of its valid API keys. */
  private async active({ roles }: Makes, contactIds: readonly number[], resellerId: number, call: Call) {
    if (contactIds.length === 0) return []
    const asked = { contactIds: [...contactIds], roles: [...roles] }
    const { contacts } = await this.rpc.call(findActiveContacts, asked, call)
    return contacts.filter((contact) => contact.resellerId === resellerId)
  }
}
