import { Injectable } from '@nestjs/common'
import { dataOf, extensionOf, type Answer } from '@nameyard/epp/answer'
import { decodeAuthInfo } from '@nameyard/epp/auth-info'
import type { Command } from '@nameyard/epp/command'
import type { CreatedContact } from '@nameyard/epp/contact/create'
import type { CreatedDomain, DomainToCreate } from '@nameyard/epp/domain/create'
import { infoDomain } from '@nameyard/epp/domain/info'
import { encodeNameservers } from '@nameyard/epp/domain/nameservers'
import { requestTransfer, type DomainToTransfer } from '@nameyard/epp/domain/transfer'
import { ElementReader, token } from '@nameyard/epp/element-reader'
import { extended } from '@nameyard/epp/extension'
import { DOMAIN } from '@nameyard/epp/namespaces'
import type { News } from '@nameyard/epp/poll/news'
import { elementsOf } from '@nameyard/epp/xml'
import type { ContactIds, ContactOrder } from '../contact'
import { Dialect } from '../dialect'
import type { SeenDomain } from '../model/seen'
import type { CreateIntent, TransferIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { typedContact } from './contact'
import { cancelDelete, cancellation, scheduleDelete } from './deletion'
import { AUTH_INFO, CONTACT_EXT, DOMAIN_EXT, IDN, POLL } from './namespaces'
import { withUnicodeNames } from './unicode-names'

const own = elementsOf(DOMAIN_EXT)

/**
 * EURid (.eu). A contact has one type, and its identifier comes from the registry. The registry makes auth codes on request.
 * A transfer takes effect at once and names the registrant and contacts. A deletion can be planned; a deleted domain is in
 * quarantine, and is restored by cancelling its deletion.
 */
@Injectable()
export class Eurid extends Dialect {
  override readonly name = 'eurid'
  override readonly needs = [CONTACT_EXT, DOMAIN_EXT]
  override readonly uses = [AUTH_INFO, POLL, IDN]
  override readonly hasTypedContacts = true
  override readonly contactRoles = ['registrant', 'billing', 'tech'] as const
  override readonly facts = ['language', 'vat'] as const
  override readonly hasClientStatuses = false
  override readonly transferNamesContacts = true
  override readonly verbs = { 'schedule-delete': scheduleDelete, 'cancel-delete': cancelDelete }

  override finish<Data>(command: Command<Data>, _tld: TldRules): Command<Data> {
    return command.name.startsWith('domain:') ? withUnicodeNames(command) : command
  }

  override info(name: string, authInfo: string | undefined, tld: TldRules): Command<SeenDomain> {
    const info = super.info(name, authInfo, tld)
    return { ...info, decode: (answer) => withOwnStates(info.decode(answer), answer) }
  }

  override create(domain: DomainToCreate, intent: CreateIntent, tld: TldRules): Command<CreatedDomain> {
    return super.create({ ...domain, authInfo: { pw: '' } }, intent, tld)
  }

  override transfer(
    domain: DomainToTransfer,
    { intent, contacts }: { readonly intent: TransferIntent; readonly contacts: ContactIds },
    _tld: TldRules,
  ): Command<unknown> {
    const { registrant, billing, tech } = contacts
    if (registrant === undefined) throw new Error(`the transfer of ${domain.name} has no registrant`)
    const hosts = (intent.desired.nameservers ?? []).map(({ name, ip, ip6 }) => ({
      name,
      addresses: name.endsWith(`.${domain.name}`) ? [ip, ip6].filter((each) => each !== undefined) : [],
    }))
    const ns = encodeNameservers({ form: 'hostAttr', hosts })
    const request = own('request', [
      own('registrant', registrant),
      ...(billing === undefined ? [] : [own('contact', billing, { type: 'billing' })]),
      ...(tech === undefined ? [] : [own('contact', tech, { type: 'tech' })]),
      // The element is of this namespace, and its content of the domain mapping.
      ns && own('ns', ns.children),
    ])
    return extended(requestTransfer(domain), { element: own('transfer', [request]), decode: () => ({}) })
  }

  override requestAuthCode(name: string, _tld: TldRules): Command<string | undefined> {
    const info = infoDomain(name)
    const authInfo = elementsOf(AUTH_INFO)
    return {
      ...info,
      name: 'domain:request-auth-code',
      extension: [authInfo('info', [authInfo('request')])],
      decode: (answer) => decodeAuthInfo(dataOf(answer, DOMAIN, 'infData'))?.pw,
    }
  }

  override offersRestore(): boolean {
    return true
  }

  override requestRestore(name: string): Command<undefined> {
    return cancellation('domain:restore-request', name)
  }

  override contact(order: ContactOrder, _tld: TldRules): Command<CreatedContact> {
    return typedContact(order)
  }

  override news({ resData }: Answer): News | undefined {
    const element = resData.find(({ ns, local }) => ns === POLL && local === 'pollData')
    if (!element) return undefined
    const data = new ElementReader(element)
    const [context, type, id] = [data.token('context'), data.token('objectType'), data.token('object')]
    if (context === 'WATERMARK') {
      const values = {
        action: data.token('action'),
        code: data.token('code'),
        detail: data.optionalToken('detail') ?? '',
      }
      return { kind: 'balance', values }
    }
    const mapping = type === 'DOMAIN' ? 'domain' : type === 'CONTACT' ? 'contact' : undefined
    return { kind: 'event', object: mapping && { mapping, id } }
  }
}

/** The registry's own states as EPP and RGP statuses: a quarantine is a redemption period, any other state a hold. */
function withOwnStates(seen: SeenDomain, answer: Answer): SeenDomain {
  const infData = extensionOf(answer, DOMAIN_EXT, 'infData')
  if (!infData) return seen
  const is = (state: string) => {
    const element = infData.find(state)
    return element !== undefined && ['1', 'true'].includes(token(element))
  }
  const isHeld = is('onHold') || is('suspended') || is('seized')
  const states = [...(is('quarantined') ? ['pendingDelete'] : []), ...(isHeld ? ['serverHold'] : [])]
  const others = seen.statuses.filter((status) => status !== 'ok' || states.length === 0)
  return {
    ...seen,
    statuses: [...new Set([...others, ...states])],
    graceStatuses: is('quarantined') ? ['redemptionPeriod'] : seen.graceStatuses,
    deletesAt: infData.optionalDate('deletionDate'),
  }
}
