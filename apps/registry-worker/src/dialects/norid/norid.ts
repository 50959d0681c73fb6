import { Injectable } from '@nestjs/common'
import { z } from 'zod'
import type { Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import type { CreatedContact } from '@nameyard/epp/contact/create'
import type { CreatedDomain, DomainToCreate } from '@nameyard/epp/domain/create'
import type { DomainToTransfer } from '@nameyard/epp/domain/transfer'
import type { DomainChange } from '@nameyard/epp/domain/update'
import type { DnssecChange } from '@nameyard/epp/extensions/secdns/update'
import type { News } from '@nameyard/epp/poll/news'
import type { Response } from '@nameyard/epp/response'
import { elementsOf } from '@nameyard/epp/xml'
import { Clock } from '@nameyard/runtime/clock'
import type { ContactIds, ContactOrder } from '../contact'
import { Dialect } from '../dialect'
import { conditionsIn, messageIn } from '../late-answer'
import type { CreateIntent, TransferIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { applicantDataset, executeTransfer, scheduleDelete, sendToken, withdraw } from './commands'
import { identifiedContact } from './contact'
import { CONTACT_EXT, DOMAIN_EXT, EPP_EXT, HOST_EXT, RESULT_EXT } from './namespaces'

const options = z.strictObject({
  /** The version of the registry's terms that the operator's terms contain: an order accepts them. */
  declaration: z.string().min(1).max(20),
  /** The contact of new hosts. */
  hostContact: z.string().min(3).max(16).optional(),
  /** What orders of transfers give: the code of the domain, or the token that the registry has sent to its holder. */
  transferBy: z.enum(['code', 'token']).default('code'),
})

const domainExt = elementsOf(DOMAIN_EXT)
const hostExt = elementsOf(HOST_EXT)

/**
 * Norid (.no). A registrant is an organization or a person with a number, any other contact a role; identifiers come from
 * the registry. A registrant accepts the registry's terms. A transfer takes effect at once, by a command of its own. Late
 * answers come as messages, and refusals are explained.
 */
@Injectable()
export class Norid extends Dialect {
  override readonly name = 'norid'
  override readonly needs = [CONTACT_EXT, DOMAIN_EXT, EPP_EXT]
  override readonly uses = [HOST_EXT, RESULT_EXT]
  override readonly options = options
  override readonly hasTypedContacts = true
  override readonly contactRoles = ['registrant', 'tech'] as const
  override readonly facts = ['personalNumber', 'registrationNumber'] as const
  override readonly verbs = { 'schedule-delete': scheduleDelete, 'send-token': sendToken, withdraw }

  constructor(private readonly clock: Clock) {
    super()
  }

  override finish<Data>(command: Command<Data>, tld: TldRules): Command<Data> {
    if (command.name !== 'host:create') return command
    const { hostContact } = options.parse(tld.options)
    if (hostContact === undefined) return command
    const contact = hostExt('create', [hostExt('contact', hostContact)])
    return { ...command, extension: [...(command.extension ?? []), contact] }
  }

  override contact(order: ContactOrder, _tld: TldRules): Command<CreatedContact> {
    return identifiedContact(order)
  }

  override create(domain: DomainToCreate, intent: CreateIntent, tld: TldRules): Command<CreatedDomain> {
    const create = super.create(domain, intent, tld)
    const accepted = this.accepted(intent.registrant, tld)
    return { ...create, extension: [...(create.extension ?? []), domainExt('create', [accepted])] }
  }

  /** Another registrant accepts the terms too. */
  override update(
    change: DomainChange,
    dnssec: DnssecChange | undefined,
    tld: TldRules,
    { registrant }: Pick<TransferIntent['desired'], 'registrant'> = {},
  ): Command<unknown> {
    const update = super.update(change, dnssec, tld)
    if (change.registrant === undefined || registrant === undefined) return update
    const accepted = domainExt('update', [domainExt('chg', [this.accepted(registrant, tld)])])
    return { ...update, extension: [...(update.extension ?? []), accepted] }
  }

  override transfer(
    { name, authInfo }: DomainToTransfer,
    _order: { readonly intent: TransferIntent; readonly contacts: ContactIds },
    tld: TldRules,
  ): Command<unknown> {
    return executeTransfer(name, authInfo.pw, options.parse(tld.options).transferBy)
  }

  override news(answer: Answer): News | undefined {
    return messageIn(answer, RESULT_EXT)
  }

  override explain(refusal: Response<unknown>): string | undefined {
    return conditionsIn(refusal, RESULT_EXT)
  }

  private accepted({ name }: CreateIntent['registrant'], tld: TldRules) {
    return applicantDataset(options.parse(tld.options).declaration, name, this.clock.now())
  }
}
