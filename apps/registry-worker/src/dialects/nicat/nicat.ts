import { Injectable } from '@nestjs/common'
import { z } from 'zod'
import type { Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { createContact, type CreatedContact } from '@nameyard/epp/contact/create'
import { requestTransfer, type DomainToTransfer } from '@nameyard/epp/domain/transfer'
import { extended, nothingExtra } from '@nameyard/epp/extension'
import type { News } from '@nameyard/epp/poll/news'
import type { Response } from '@nameyard/epp/response'
import { elementsOf } from '@nameyard/epp/xml'
import { internationalContact, type ContactIds, type ContactOrder } from '../contact'
import { Dialect } from '../dialect'
import { conditionsIn, messageIn } from '../late-answer'
import type { TransferIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { deleteAtExpiration, deletion, executeTransfer, mailToken, withdraw } from './commands'
import { CONTACT_EXT, DOMAIN_EXT, EPP_EXT, MESSAGE_EXT, RESULT_EXT } from './namespaces'

/** What orders of transfers give: the code of the domain, or the token that the registry has mailed to its holder. */
const options = z.strictObject({ transferBy: z.enum(['code', 'token']).default('code') })

const own = elementsOf(CONTACT_EXT)

/**
 * nic.at (.at). Contacts are persons or organizations with an ASCII address, and their identifiers come from the registry.
 * It renews domains by itself. A transfer takes effect at once, with the code of the domain or with a token that the
 * registry mails to the holder. A deletion says when. Late answers come as messages, and refusals are explained.
 */
@Injectable()
export class Nicat extends Dialect {
  override readonly name = 'nicat'
  override readonly needs = [CONTACT_EXT, DOMAIN_EXT]
  override readonly uses = [EPP_EXT, MESSAGE_EXT, RESULT_EXT]
  override readonly options = options
  override readonly contactRoles = ['registrant', 'tech'] as const
  override readonly hasClientStatuses = false
  override readonly verbs = { 'delete-at-expiration': deleteAtExpiration, 'mail-token': mailToken, withdraw }

  /** The registry puts its identifier in place of `auto`. */
  override contact(order: ContactOrder, _tld: TldRules): Command<CreatedContact> {
    const type = order.snapshot.organization === undefined ? 'privateperson' : 'organisation'
    const element = own('create', [own('type', type)])
    const contact = { ...internationalContact(order), id: 'auto' }
    return extended(createContact(contact), { element, decode: nothingExtra })
  }

  /** A transfer has no period. */
  override transfer(
    { name, authInfo }: DomainToTransfer,
    _order: { readonly intent: TransferIntent; readonly contacts: ContactIds },
    tld: TldRules,
  ): Command<unknown> {
    const { transferBy } = options.parse(tld.options)
    return transferBy === 'token' ? executeTransfer(name, authInfo.pw) : requestTransfer({ name, authInfo })
  }

  override delete(name: string): Command<undefined> {
    return deletion(name, 'now')
  }

  override news(answer: Answer): News | undefined {
    return messageIn(answer, MESSAGE_EXT)
  }

  override explain(refusal: Response<unknown>): string | undefined {
    return conditionsIn(refusal, RESULT_EXT)
  }
}
