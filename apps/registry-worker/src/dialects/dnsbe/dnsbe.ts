import { Injectable } from '@nestjs/common'
import { z } from 'zod'
import { extensionOf, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import type { CreatedContact } from '@nameyard/epp/contact/create'
import type { CreatedDomain, DomainToCreate } from '@nameyard/epp/domain/create'
import { requestTransfer, type DomainToTransfer } from '@nameyard/epp/domain/transfer'
import { ElementReader, token } from '@nameyard/epp/element-reader'
import { extended, nothingExtra } from '@nameyard/epp/extension'
import type { News } from '@nameyard/epp/poll/news'
import { elementsOf } from '@nameyard/epp/xml'
import type { ContactIds, ContactOrder } from '../contact'
import { Dialect, type TradeOrder } from '../dialect'
import type { SeenDomain } from '../model/seen'
import type { CreateIntent, TransferIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { requestCode, scheduleDelete, takeover, tradeDomain, undelete } from './commands'
import { languages, typedContact } from './contact'
import { DNSBE } from './namespaces'

const own = elementsOf(DNSBE)

/** The language of contacts whose own the registry does not know. */
const options = z.strictObject({ language: z.enum(languages).default('en') })

/**
 * DNS Belgium (.be). A contact has one type and a language, and its identifier comes from the registry. The registry mails
 * auth codes to the licensee. Transfers and trades take effect at once and name the contacts and nameservers. There is no
 * renewal and no transfer query. A deletion can be planned; a deleted domain is in quarantine until it is undeleted.
 */
@Injectable()
export class Dnsbe extends Dialect {
  override readonly name = 'dnsbe'
  override readonly needs = [DNSBE]
  override readonly options = options
  override readonly hasTypedContacts = true
  override readonly contactRoles = ['registrant', 'billing', 'tech'] as const
  override readonly facts = ['language', 'vat'] as const
  override readonly hasClientStatuses = false
  override readonly hasTransferQueries = false
  override readonly trades = true
  override readonly transferNamesContacts = true
  override readonly verbs = { 'schedule-delete': scheduleDelete }

  override contact(order: ContactOrder, tld: TldRules): Command<CreatedContact> {
    return typedContact(order, options.parse(tld.options).language)
  }

  /** The registry makes the codes. */
  override create(domain: DomainToCreate, intent: CreateIntent, tld: TldRules): Command<CreatedDomain> {
    return super.create({ ...domain, authInfo: { pw: '' } }, intent, tld)
  }

  override info(name: string, authInfo: string | undefined, tld: TldRules): Command<SeenDomain> {
    const info = super.info(name, authInfo, tld)
    const asked = own('ext', [own('info', [own('domain', '', { version: '2.0' })])])
    return {
      ...info,
      extension: [...(info.extension ?? []), asked],
      decode: (answer) => withOwnStates(info.decode(answer), answer),
    }
  }

  override transfer(
    { name, authInfo }: DomainToTransfer,
    { intent, contacts }: { readonly intent: TransferIntent; readonly contacts: ContactIds },
  ): Command<unknown> {
    const element = takeover('transfer', name, { contacts, desired: intent.desired })
    return extended(requestTransfer({ name, authInfo }), { element, decode: nothingExtra })
  }

  override trade(name: string, { authInfo, contacts, desired }: TradeOrder): Command<unknown> {
    return tradeDomain(name, authInfo, takeover('trade', name, { contacts, desired }))
  }

  override requestAuthCode(name: string): Command<undefined> {
    return requestCode(name)
  }

  override offersRestore(): boolean {
    return true
  }

  override requestRestore(name: string): Command<undefined> {
    return undelete(name)
  }

  override news({ resData }: Answer): News | undefined {
    const element = resData.find(({ ns, local }) => ns === DNSBE && local === 'pollRes')
    if (!element) return undefined
    const data = new ElementReader(element)
    const values = Object.fromEntries(element.children.map((child) => [child.local, token(child)]))
    if (data.token('type') === 'WATERMARK') return { kind: 'balance', values }
    const [name, contact] = [data.optionalToken('domainname'), data.optionalToken('contact')]
    if (name !== undefined) return { kind: 'event', object: { mapping: 'domain', id: name } }
    return { kind: 'event', object: contact === undefined ? undefined : { mapping: 'contact', id: contact } }
  }
}

/** The registry's own states as EPP and RGP statuses: a quarantine is a redemption period. */
function withOwnStates(seen: SeenDomain, answer: Answer): SeenDomain {
  const infData = extensionOf(answer, DNSBE, 'ext')?.find('infData')
  const domain = infData && new ElementReader(infData).find('domain')
  if (!domain) return seen
  const fields = new ElementReader(domain)
  const is = (state: string) => ['1', 'true'].includes(fields.optionalToken(state) ?? '')
  const states = [...(is('quarantined') ? ['pendingDelete'] : []), ...(is('onhold') ? ['serverHold'] : [])]
  const others = seen.statuses.filter((status) => status !== 'ok' || states.length === 0)
  return {
    ...seen,
    statuses: [...new Set([...others, ...states])],
    graceStatuses: is('quarantined') ? ['redemptionPeriod'] : seen.graceStatuses,
    ...(!is('quarantined') && { deletesAt: fields.optionalDate('deletionDate') }),
  }
}
