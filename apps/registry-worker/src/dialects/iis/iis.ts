import { Injectable } from '@nestjs/common'
import { extensionOf, type Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { InvalidValue } from '@nameyard/epp/constraints'
import { createContact, type CreatedContact } from '@nameyard/epp/contact/create'
import type { CreatedDomain, DomainToCreate } from '@nameyard/epp/domain/create'
import { requestTransfer, type DomainToTransfer } from '@nameyard/epp/domain/transfer'
import { updateDomain } from '@nameyard/epp/domain/update'
import { ElementReader } from '@nameyard/epp/element-reader'
import { extended, nothingExtra } from '@nameyard/epp/extension'
import { CONTACT, DOMAIN, HOST } from '@nameyard/epp/namespaces'
import type { NamedObject, News } from '@nameyard/epp/poll/news'
import { decodeTransfer } from '@nameyard/epp/transfer-state'
import { elementsOf } from '@nameyard/epp/xml'
import { rfcContact, type ContactOrder } from '../contact'
import { Dialect } from '../dialect'
import type { SeenDomain } from '../model/seen'
import type { CreateIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { cancelDelete, deleteAtExpiration, giveUp, keep } from './deletion'
import { IIS } from './namespaces'

const own = elementsOf(IIS)

/**
 * Internetstiftelsen (.se, .nu). Contacts have a national number of a person or organization. A domain that expires is
 * deactivated and can still be renewed. A deletion is a flag, which can be taken back. The registry makes auth codes on
 * request, and a transfer takes effect at once.
 */
@Injectable()
export class Iis extends Dialect {
  override readonly name = 'iis'
  override readonly needs = [IIS]
  override readonly contactRoles = ['registrant', 'admin', 'tech'] as const
  override readonly facts = ['personalNumber', 'registrationNumber', 'vat'] as const
  override readonly verbs = { 'delete-at-expiration': deleteAtExpiration, 'cancel-delete': cancelDelete }

  override contact(order: ContactOrder, _tld: TldRules): Command<CreatedContact> {
    const { organization, facts = {}, countryCode } = order.snapshot
    const field = organization === undefined ? 'personalNumber' : 'registrationNumber'
    const number = facts[field]
    if (number === undefined) throw new InvalidValue(field, 'is missing: the registry asks for it of every contact')
    const vat = organization === undefined || facts.vat === undefined ? undefined : own('vatno', facts.vat)
    const element = own('create', [own('orgno', `[${countryCode}]${number}`), vat])
    return extended(createContact(rfcContact(order, 'loc')), { element, decode: nothingExtra })
  }

  override create(domain: DomainToCreate, intent: CreateIntent, tld: TldRules): Command<CreatedDomain> {
    return super.create({ ...domain, authInfo: { pw: '' } }, intent, tld)
  }

  override info(name: string, authInfo: string | undefined, tld: TldRules): Command<SeenDomain> {
    const info = super.info(name, authInfo, tld)
    return { ...info, decode: (answer) => withOwnStates(info.decode(answer), answer) }
  }

  /** A transfer has no period. */
  override transfer({ name, authInfo }: DomainToTransfer): Command<unknown> {
    return requestTransfer({ name, authInfo })
  }

  /** An empty code asks for a new one, which is in the answer. */
  override requestAuthCode(name: string): Command<string | undefined> {
    const update = updateDomain({ name, authInfo: { pw: '' } })
    const decode = (answer: Answer) => extensionOf(answer, IIS, 'updData')?.optionalToken('pw')
    return { ...update, name: 'domain:request-auth-code', decode }
  }

  override delete(name: string): Command<undefined> {
    return giveUp(name)
  }

  override offersRestore(): boolean {
    return true
  }

  override requestRestore(name: string): Command<undefined> {
    return keep('domain:restore-request', name)
  }

  /** What another party did with an object: the answer that it got, or the command. */
  override news({ resData }: Answer): News | undefined {
    const notice = resData.find(({ ns, local }) => ns === IIS && local.endsWith('Notify'))
    const [told] = notice?.children ?? []
    const mapping = told && mappings.get(told.ns)
    if (!mapping) return undefined
    const data = new ElementReader(told)
    const object = { mapping, id: data.token(mapping === 'contact' ? 'id' : 'name') }
    return told.local === 'trnData'
      ? { kind: 'transfer', object, transfer: decodeTransfer(data) }
      : { kind: 'event', object }
  }
}

const mappings: ReadonlyMap<string, NamedObject['mapping']> = new Map([
  [CONTACT, 'contact'],
  [DOMAIN, 'domain'],
  [HOST, 'host'],
])

/** A deactivated domain is pendingDelete, and can be taken back. A flag for later is a planned deletion. */
function withOwnStates(seen: SeenDomain, answer: Answer): SeenDomain {
  const infData = extensionOf(answer, IIS, 'infData')
  if (!infData) return seen
  const isDeactivated = (infData.optionalToken('state') ?? 'active') !== 'active'
  const isGivenUp = ['1', 'true'].includes(infData.optionalToken('clientDelete') ?? '')
  const others = seen.statuses.filter((status) => status !== 'ok' || !isDeactivated)
  return {
    ...seen,
    statuses: [...new Set([...others, ...(isDeactivated ? ['pendingDelete'] : [])])],
    graceStatuses: isDeactivated ? ['redemptionPeriod'] : seen.graceStatuses,
    ...(isGivenUp && !isDeactivated && { deletesAt: infData.optionalDate('deactDate') }),
  }
}
