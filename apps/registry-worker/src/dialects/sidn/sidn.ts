import { Injectable } from '@nestjs/common'
import { z } from 'zod'
import { dataOf, extensionOf, type Answer } from '@nameyard/epp/answer'
import { decodeAuthInfo } from '@nameyard/epp/auth-info'
import type { Command } from '@nameyard/epp/command'
import type { CreatedContact } from '@nameyard/epp/contact/create'
import type { CreatedDomain, DomainToCreate } from '@nameyard/epp/domain/create'
import { infoDomain } from '@nameyard/epp/domain/info'
import { requestTransfer, type DomainToTransfer } from '@nameyard/epp/domain/transfer'
import { attribute, ElementReader, token } from '@nameyard/epp/element-reader'
import { DOMAIN, EPP } from '@nameyard/epp/namespaces'
import type { News } from '@nameyard/epp/poll/news'
import type { Response } from '@nameyard/epp/response'
import type { ContactOrder } from '../contact'
import { Dialect } from '../dialect'
import type { SeenDomain } from '../model/seen'
import type { CreateIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { legalContact, legalForms } from './contact'
import { cancelDelete, cancelScheduledDelete, scheduleDelete } from './deletion'
import { CONTACTS_DELETE, SCHEDULED_DELETE, SIDN } from './namespaces'

/** The legal form of people, and of organizations whose customer does not give one. */
const options = z.strictObject({
  legalForms: z
    .strictObject({
      person: z.enum(legalForms).default('PERSOON'),
      organization: z.enum(legalForms).default('ANDERS'),
    })
    .prefault({}),
})

/**
 * SIDN (.nl). Contacts have a legal form, and the registry chooses their identifiers. It makes the auth codes too: a transfer
 * takes effect at once and makes a new one. It renews domains by itself. A deletion can be planned; a deleted domain is in
 * quarantine, from which a command of its own takes it back. There are no client statuses.
 */
@Injectable()
export class Sidn extends Dialect {
  override readonly name = 'sidn'
  override readonly needs = [SIDN]
  override readonly uses = [SCHEDULED_DELETE, CONTACTS_DELETE]
  override readonly options = options
  override readonly facts = ['legalForms', 'registrationNumber'] as const
  override readonly contactRoles = ['registrant', 'admin', 'tech'] as const
  override readonly hasClientStatuses = false
  override readonly makesAuthCodes = true
  override readonly verbs = { 'schedule-delete': scheduleDelete, 'cancel-scheduled-delete': cancelScheduledDelete }

  override contact(order: ContactOrder, tld: TldRules): Command<CreatedContact> {
    return legalContact(order, options.parse(tld.options).legalForms)
  }

  /** The registry does not use the authInfo of the command, and makes one. */
  override create(domain: DomainToCreate, intent: CreateIntent, tld: TldRules): Command<CreatedDomain> {
    return super.create({ ...domain, authInfo: { pw: '' } }, intent, tld)
  }

  override info(name: string, authInfo: string | undefined, tld: TldRules): Command<SeenDomain> {
    const info = super.info(name, authInfo, tld)
    return { ...info, decode: (answer) => withOwnStates(info.decode(answer), answer) }
  }

  /** A transfer has no period. The new code is in the answer, and in every later info. */
  override transfer({ name, authInfo }: DomainToTransfer): Command<unknown> {
    return requestTransfer({ name, authInfo })
  }

  /** Registrars cannot replace the code: this reads it. */
  override requestAuthCode(name: string): Command<string | undefined> {
    const info = infoDomain(name)
    return {
      ...info,
      name: 'domain:read-auth-code',
      decode: (answer) => decodeAuthInfo(dataOf(answer, DOMAIN, 'infData'))?.pw,
    }
  }

  override offersRestore(): boolean {
    return true
  }

  override requestRestore(name: string): Command<undefined> {
    return cancelDelete(name)
  }

  /** The late answer to an earlier command, which it names by its identifiers. */
  override news({ resData, msgQ }: Answer): News | undefined {
    const element = resData.find(({ ns, local }) => ns === SIDN && local === 'pollData')
    if (!element) return undefined
    const data = new ElementReader(new ElementReader(element).get('data'))
    const of = (local: string) => data.find(local) ?? new ElementReader(data.element, EPP).get(local)
    const trID = of('trID')
    const ids = new ElementReader(trID, trID.children[0]?.ns)
    return {
      kind: 'pending-action',
      object: undefined,
      carriedOut: Number(attribute(of('result'), 'code')) < 2000,
      clTRID: ids.optionalToken('clTRID'),
      svTRID: ids.token('svTRID'),
      date: msgQ?.qDate ?? new Date(0),
    }
  }

  override explain(refusal: Response<unknown>): string | undefined {
    const response = extensionOf(refusal, SIDN, 'ext')?.find('response')
    const said = response?.children.filter(({ local }) => local === 'msg').map((msg) => explanation(msg))
    return said && said.length > 0 ? said.join('; ') : undefined
  }
}

function explanation(msg: Parameters<typeof token>[0]): string {
  const { field = '', code = '' } = msg.attrs
  return `${token(msg)} (${[code, field].filter((part) => part !== '').join(' ')})`
}

/** A domain in quarantine is pendingDelete, and can be taken back. */
function withOwnStates(seen: SeenDomain, answer: Answer): SeenDomain {
  const infData = extensionOf(answer, SIDN, 'ext')?.find('infData')
  const domain = infData && new ElementReader(infData).find('domain')
  const deletesAt = domain && new ElementReader(domain).optionalDate('scheduledDeleteDate')
  const isDeleted = seen.statuses.includes('pendingDelete')
  return { ...seen, deletesAt, graceStatuses: isDeleted ? ['redemptionPeriod'] : seen.graceStatuses }
}
