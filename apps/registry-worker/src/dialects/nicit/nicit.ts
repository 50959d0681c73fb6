import { Injectable } from '@nestjs/common'
import { extensionOf, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { clID } from '@nameyard/epp/constraints'
import type { CreatedContact } from '@nameyard/epp/contact/create'
import { requestTransfer, type DomainToTransfer } from '@nameyard/epp/domain/transfer'
import { token } from '@nameyard/epp/element-reader'
import { extended, nothingExtra } from '@nameyard/epp/extension'
import type { News } from '@nameyard/epp/poll/news'
import type { Response } from '@nameyard/epp/response'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import { randomCode } from '@nameyard/runtime/random-code'
import type { ContactIds, ContactOrder } from '../contact'
import { Dialect } from '../dialect'
import type { SeenDomain } from '../model/seen'
import type { TransferIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { contactOf } from './contact'
import { EXT_CON, EXT_DOM, EXT_EPP, EXT_SEC_DNS } from './namespaces'

const own = elementsOf(EXT_DOM)

/**
 * NIC.it (.it), whose accounts speak over HTTPS. Registrants have a nationality, a kind and a code. The registry looks at
 * nameservers before it uses them. It renews domains by itself. A transfer waits a day, and gives the domain another
 * registrant in the same request. Refusals have numbers of the registry.
 */
@Injectable()
export class Nicit extends Dialect {
  override readonly name = 'nicit'
  override readonly needs = [EXT_EPP, EXT_CON, EXT_DOM]
  override readonly uses = [EXT_SEC_DNS]
  override readonly contactRoles = ['registrant', 'admin', 'tech'] as const
  override readonly facts = ['legalForms', 'personalNumber', 'registrationNumber', 'vat'] as const
  override readonly transferNamesContacts = true

  override contact(order: ContactOrder, _tld: TldRules): Command<CreatedContact> {
    return contactOf(order)
  }

  /** Nameservers that the registry has yet to look at are those of the domain: another update would begin anew. */
  override info(name: string, authInfo: string | undefined, tld: TldRules): Command<SeenDomain> {
    const info = super.info(name, authInfo, tld)
    return {
      ...info,
      decode: (answer) => {
        const seen = info.decode(answer)
        const waiting = extensionOf(answer, EXT_DOM, 'infNsToValidateData')?.element
        const hosts = waiting ? hostsIn(waiting) : []
        return hosts.length > 0 ? { ...seen, ns: { form: 'hostAttr', hosts } } : seen
      },
    }
  }

  /** The new registrant needs a new code. */
  override transfer(
    { name, authInfo }: DomainToTransfer,
    { intent, contacts }: { readonly intent: TransferIntent; readonly contacts: ContactIds },
    _tld: TldRules,
  ): Command<unknown> {
    const request = requestTransfer({ name, authInfo })
    const { registrant } = contacts
    if (registrant === undefined) return request
    const transferTrade = own('transferTrade', [
      own('newRegistrant', clID('registrant', registrant)),
      own('newAuthInfo', [own('pw', intent.desired.authInfo ?? randomCode(16))]),
    ])
    return extended(request, { element: own('trade', [transferTrade]), decode: nothingExtra })
  }

  override news({ extension }: Answer): News | undefined {
    const told = extension.find(({ ns, local }) => [EXT_EPP, EXT_DOM].includes(ns) && /Data$|Reminder$/.test(local))
    if (!told || told.local === 'infNsToValidateData') return undefined
    if (told.local === 'creditMsgData')
      return { kind: 'balance', values: Object.fromEntries(told.children.map((each) => [each.local, token(each)])) }
    const name = nameIn(told)
    return { kind: 'event', object: name === undefined ? undefined : { mapping: 'domain', id: name } }
  }

  override explain({ results }: Response<unknown>): string | undefined {
    const values = results.flatMap((result) => result.values).filter(({ element }) => element === 'reasonCode')
    const said = values.map(({ text, reason }) => (reason === undefined ? text : `${reason} (${text})`))
    return said.length > 0 ? said.join('; ') : undefined
  }
}

/** All hosts below an element, with their addresses. */
function hostsIn(parent: XmlElement): { name: string; addresses: string[] }[] {
  if (parent.local !== 'hostAttr') return parent.children.flatMap(hostsIn)
  const of = (local: string) => parent.children.filter((each) => each.local === local).map(token)
  return of('hostName').map((name) => ({ name, addresses: of('hostAddr') }))
}

function nameIn({ local, children, ...element }: XmlElement): string | undefined {
  if (local === 'name' || local === 'domain') return token({ local, children, ...element }) || undefined
  return children.map(nameIn).find((name) => name !== undefined)
}
