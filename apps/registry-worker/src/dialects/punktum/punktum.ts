import { Injectable } from '@nestjs/common'
import { z } from 'zod'
import type { Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import type { CreatedContact } from '@nameyard/epp/contact/create'
import type { CreatedDomain, DomainToCreate } from '@nameyard/epp/domain/create'
import { requestTransfer, type DomainToTransfer } from '@nameyard/epp/domain/transfer'
import { updateDomain, type DomainChange } from '@nameyard/epp/domain/update'
import { token } from '@nameyard/epp/element-reader'
import type { DnssecChange } from '@nameyard/epp/extensions/secdns/update'
import { elementsOf } from '@nameyard/epp/xml'
import { Clock } from '@nameyard/runtime/clock'
import type { ContactOrder } from '../contact'
import { Dialect } from '../dialect'
import type { SeenDomain } from '../model/seen'
import type { CreateIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { orderConfirmation, restore, setAutoRenew, withdraw } from './commands'
import { identifiedContact, managements } from './contact'
import { DKHM } from './namespaces'

const options = z.strictObject({
  /** Whether the registry renews new domains by itself. */
  autoRenew: z.boolean().default(false),
  management: z.enum(managements).optional(),
  /** The contact that administers new hosts. */
  nsAdmin: z.string().min(3).max(16).optional(),
})

const own = elementsOf(DKHM)

/**
 * Punktum dk (.dk). A domain has a registrant alone, whose identifier comes from the registry, and who accepts its terms with
 * the order. Creates are answered later, by a message. The registry makes auth codes on request. A transfer takes effect at
 * once and clones the registrant. A restore is a report alone.
 */
@Injectable()
export class Punktum extends Dialect {
  override readonly name = 'punktum'
  override readonly needs = [DKHM]
  override readonly options = options
  override readonly contactRoles = ['registrant'] as const
  override readonly facts = ['legalForms', 'registrationNumber'] as const
  override readonly hasClientStatuses = false
  override readonly transferKeepsRegistrant = true
  override readonly changesRegistrantAlone = true
  override readonly nameserversDropDnssec = true
  override readonly showsAuthCodesLater = true
  override readonly deletesContacts = false
  override readonly verbs = { 'auto-renew': setAutoRenew, withdraw }

  constructor(private readonly clock: Clock) {
    super()
  }

  override finish<Data>(command: Command<Data>, tld: TldRules): Command<Data> {
    if (command.name !== 'host:create') return command
    const { nsAdmin } = options.parse(tld.options)
    if (nsAdmin === undefined) return command
    return { ...command, extension: [...(command.extension ?? []), own('requestedNsAdmin', nsAdmin)] }
  }

  override contact(order: ContactOrder, tld: TldRules): Command<CreatedContact> {
    return identifiedContact(order, options.parse(tld.options).management)
  }

  /** The token of an order is the code of the waiting list. */
  override create(domain: DomainToCreate, intent: CreateIntent, tld: TldRules): Command<CreatedDomain> {
    const { allocationToken = '', ...others } = intent
    const create = super.create({ ...domain, authInfo: { pw: allocationToken } }, others, tld)
    const { autoRenew } = options.parse(tld.options)
    const extension = [orderConfirmation(this.clock.now()), own('autoRenew', String(autoRenew))]
    return { ...create, extension: [...(create.extension ?? []), ...extension] }
  }

  override info(name: string, authInfo: string | undefined, tld: TldRules): Command<SeenDomain> {
    const info = super.info(name, authInfo, tld)
    return { ...info, decode: (answer) => withOwnStates(info.decode(answer), answer) }
  }

  /** Another registrant accepts the terms too. */
  override update(change: DomainChange, dnssec: DnssecChange | undefined, tld: TldRules): Command<unknown> {
    const update = super.update(change, dnssec, tld)
    if (change.registrant === undefined) return update
    return { ...update, extension: [...(update.extension ?? []), orderConfirmation(this.clock.now())] }
  }

  /** A transfer has no period. */
  override transfer({ name, authInfo }: DomainToTransfer): Command<unknown> {
    return requestTransfer({ name, authInfo })
  }

  override requestAuthCode(name: string): Command<undefined> {
    return { ...updateDomain({ name, authInfo: { pw: 'autotransfer' } }), name: 'domain:request-auth-code' }
  }

  override requestRestore(name: string): Command<unknown> {
    return restore(name, this.clock.now())
  }
}

/** A code is in an extension, and a domain with a day of deletion is pendingDelete. */
function withOwnStates(seen: SeenDomain, { extension }: Answer): SeenDomain {
  const all = extension.filter(({ ns }) => ns === DKHM)
  const code = all.find(({ local, attrs }) => local === 'authInfo' && attrs.op === 'transfer')
  const isDeleted = all.some(({ attrs }) => attrs.advisory === 'pendingDeletionDate')
  const others = seen.statuses.filter((status) => status !== 'ok' || !isDeleted)
  return {
    ...seen,
    ...(code && { authInfo: { pw: token(code) } }),
    statuses: [...new Set([...others, ...(isDeleted ? ['pendingDelete'] : [])])],
    graceStatuses: isDeleted ? ['redemptionPeriod'] : seen.graceStatuses,
  }
}
