import { Injectable } from '@nestjs/common'
import { z } from 'zod'
import type { ContactSnapshot } from '@nameyard/contracts/registry/contact-snapshot'
import type { Command } from '@nameyard/epp/command'
import { InvalidValue } from '@nameyard/epp/constraints'
import { createContact, type CreatedContact } from '@nameyard/epp/contact/create'
import type { CreatedDomain, DomainToCreate } from '@nameyard/epp/domain/create'
import type { DomainChange } from '@nameyard/epp/domain/update'
import { extended, nothingExtra } from '@nameyard/epp/extension'
import type { DnssecChange } from '@nameyard/epp/extensions/secdns/update'
import type { Response } from '@nameyard/epp/response'
import { elementsOf } from '@nameyard/epp/xml'
import { localContact, type ContactOrder } from '../contact'
import { Dialect } from '../dialect'
import type { CreateIntent, TransferIntent } from '../order-extensions'
import type { TldRules } from '../tld-rules'
import { FURY, FURY_RGP } from './namespaces'
import { IN_FORCE, properties } from './properties'

const own = elementsOf(FURY)

/** The legal types by which a registrant is present in Canada. */
const legalTypes = [
  ...['ABO', 'ASS', 'CCO', 'CCT', 'EDU', 'GOV', 'HOP', 'INB', 'LAM', 'LGR', 'MAJ', 'OMK', 'PLT', 'PRT', 'RES', 'TDM'],
  ...['TRD', 'TRS'],
] as const

const options = z.strictObject({
  /**
   * The version of the registry's agreement that the operator's terms contain: an order accepts it. Absent: the version that
   * is in force at the registry.
   */
  agreement: z.string().min(1).max(20).optional(),
})

/**
 * CIRA (.ca). Contacts have a language; registrants have a legal type and have accepted the agreement of the registry. The
 * data of a registrant are private or public by a property of the domain. Refusals have numbers of the registry.
 */
@Injectable()
export class Cira extends Dialect {
  override readonly name = 'cira'
  override readonly needs = [FURY]
  override readonly uses = [FURY_RGP]
  override readonly options = options
  override readonly contactRoles = ['registrant', 'admin', 'tech'] as const
  override readonly facts = ['language', 'legalForms'] as const

  /** A person with a legal type may be a registrant, so it is one contact in all roles. */
  override contact(order: ContactOrder, tld: TldRules): Command<CreatedContact> {
    const { facts = {} } = order.snapshot
    const legalType = legalTypes.find((each) => each === facts.legalForms?.ca?.toUpperCase())
    if (legalType === undefined && order.role === 'registrant')
      throw new InvalidValue('legal_type', 'is missing: the registry asks for the legal type of every registrant')
    const { agreement = IN_FORCE } = options.parse(tld.options)
    const element = own('create', [
      properties({
        AGREEMENT_VERSION: legalType && agreement,
        CPR: legalType,
        LANGUAGE: facts.language === 'fr' ? 'FR' : 'EN',
      }),
    ])
    return extended(createContact(localContact(order)), { element, decode: nothingExtra })
  }

  override create(domain: DomainToCreate, intent: CreateIntent, tld: TldRules): Command<CreatedDomain> {
    const create = super.create(domain, intent, tld)
    const privacy = own('create', [properties({ PRIVACY: privacyOf(intent.registrant) })])
    return { ...create, extension: [...(create.extension ?? []), privacy] }
  }

  /** The property of the domain follows its registrant. The registry wants the other value removed. */
  override update(
    change: DomainChange,
    dnssec: DnssecChange | undefined,
    tld: TldRules,
    { registrant }: Pick<TransferIntent['desired'], 'registrant'> = {},
  ): Command<unknown> {
    const update = super.update(change, dnssec, tld)
    if (change.registrant === undefined || registrant === undefined) return update
    const wanted = privacyOf(registrant)
    const other = wanted === 'PRIVATE' ? 'PUBLIC' : 'PRIVATE'
    const privacy = own('update', [
      own('add', [properties({ PRIVACY: wanted })]),
      own('rem', [properties({ PRIVACY: other })]),
    ])
    return { ...update, extension: [...(update.extension ?? []), privacy] }
  }

  override explain({ results }: Response<unknown>): string | undefined {
    const values = results.flatMap((result) => result.values).filter(({ element }) => element === 'ciraCode')
    const said = values.map(({ text, reason }) => (reason === undefined ? text : `${reason} (${text})`))
    return said.length > 0 ? said.join('; ') : undefined
  }
}

/** People are private and organizations public, as at the registry, unless the account has decided otherwise. */
function privacyOf({ disclosure, organization }: ContactSnapshot): 'PRIVATE' | 'PUBLIC' {
  if (disclosure !== undefined) return disclosure === 'withhold' ? 'PRIVATE' : 'PUBLIC'
  return organization === undefined ? 'PRIVATE' : 'PUBLIC'
}
