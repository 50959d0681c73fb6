import { Injectable } from '@nestjs/common'
import { z } from 'zod'
import { extensionOf, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import type { CreatedContact } from '@nameyard/epp/contact/create'
import { requestTransfer, type DomainToTransfer } from '@nameyard/epp/domain/transfer'
import { attribute, ElementReader } from '@nameyard/epp/element-reader'
import { extended, nothingExtra } from '@nameyard/epp/extension'
import type { News } from '@nameyard/epp/poll/news'
import type { XmlElement } from '@nameyard/epp/xml'
import type { ContactIds, ContactOrder } from '../contact'
import { Dialect, type TradeOrder } from '../dialect'
import type { SeenDomain } from '../model/seen'
import type { TransferIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { recover, takeover, tradeDomain } from './commands'
import { identifiedContact, legalStatuses } from './contact'
import { FRNIC } from './namespaces'

const options = z.strictObject({
  legalStatus: z.enum(legalStatuses).default('company'),
  reachableBy: z.enum(['email', 'voice']).optional(),
})

/**
 * AFNIC (.fr and the extensions of overseas France). A contact is a natural person or a legal entity, and its identifier
 * comes from the registry, which checks identities and tells the results. A transfer waits for the losing registrar and
 * names the new contacts, but not the registrant: another one gets a domain by a trade that both confirm, or by a recovery.
 * A restore is a request without a report.
 */
@Injectable()
export class Afnic extends Dialect {
  override readonly name = 'afnic'
  override readonly needs = [FRNIC]
  override readonly options = options
  override readonly contactRoles = ['registrant', 'admin', 'tech'] as const
  override readonly facts = ['firstName', 'birth', 'legalForms', 'registrationNumber', 'vat'] as const
  override readonly deletesContacts = false
  override readonly trades = true
  override readonly transferNamesContacts = true
  override readonly transferKeepsRegistrant = true
  override readonly verbs = { recover }

  override contact(order: ContactOrder, tld: TldRules): Command<CreatedContact> {
    return identifiedContact(order, options.parse(tld.options))
  }

  /** A domain whose holder cannot change has statuses of the registry's own. */
  override info(name: string, authInfo: string | undefined, tld: TldRules): Command<SeenDomain> {
    const info = super.info(name, authInfo, tld)
    return {
      ...info,
      decode: (answer) => {
        const seen = info.decode(answer)
        const domain = resData(answer, 'infData')?.find('domain')
        const states = domain ? new ElementReader(domain).all('status').map((each) => attribute(each, 's')) : []
        return {
          ...seen,
          statuses: [...seen.statuses.filter((each) => each !== 'ok' || states.length === 0), ...states],
        }
      },
    }
  }

  /** DS records of before are kept only if the order does not say which keys the zone has. */
  override transfer(
    domain: DomainToTransfer,
    { intent, contacts }: { readonly intent: TransferIntent; readonly contacts: ContactIds },
    _tld: TldRules,
  ): Command<unknown> {
    const element = takeover(domain.name, contacts, intent.desired.zoneKeys === undefined)
    return extended(requestTransfer(domain), { element, decode: nothingExtra })
  }

  override trade(name: string, { authInfo = '', contacts }: TradeOrder): Command<unknown> {
    if (contacts.registrant === undefined) throw new Error(`the trade of ${name} has no registrant`)
    return tradeDomain(name, contacts.registrant, authInfo)
  }

  /** The steps of a trade or recovery, and of the identification of a contact or of the holder of a domain. */
  override news(answer: Answer): News | undefined {
    const [told] = resData(answer)?.element.children ?? []
    if (!told) return undefined
    const data = new ElementReader(told)
    switch (told.local) {
      case 'trdData':
      case 'recData':
        return { kind: 'event', object: { mapping: 'domain', id: new ElementReader(data.get('domain')).token('name') } }
      case 'idtData':
      case 'quaData':
        return { kind: 'event', object: identified(data.find('contact'), data.find('domain')) }
      default:
        return undefined
    }
  }
}

function identified(contact: XmlElement | undefined, domain: XmlElement | undefined) {
  if (contact) return { mapping: 'contact' as const, id: new ElementReader(contact).token('id') }
  return domain && { mapping: 'domain' as const, id: new ElementReader(domain).token('name') }
}

/** The registry's own data, or one kind of them. */
function resData(answer: Answer, local?: string): ElementReader | undefined {
  const data = extensionOf(answer, FRNIC, 'ext')?.find('resData')
  const found = data && local !== undefined ? new ElementReader(data).find(local) : data
  return found && new ElementReader(found)
}
