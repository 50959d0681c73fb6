import { z } from 'zod'
import type { RegistrantFacts } from '@nameyard/contracts/registry/contact-snapshot'
import type { Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import type { CreatedContact } from '@nameyard/epp/contact/create'
import { createDomain, type CreatedDomain, type DomainToCreate } from '@nameyard/epp/domain/create'
import { deleteDomain } from '@nameyard/epp/domain/delete'
import { infoDomain } from '@nameyard/epp/domain/info'
import { renewDomain, type DomainToRenew } from '@nameyard/epp/domain/renew'
import { requestTransfer, type DomainToTransfer } from '@nameyard/epp/domain/transfer'
import { updateDomain, type DomainChange } from '@nameyard/epp/domain/update'
import { extended } from '@nameyard/epp/extension'
import { graceStatuses } from '@nameyard/epp/extensions/rgp/grace-statuses'
import { reportRestore, requestRestore, type RestoreReport } from '@nameyard/epp/extensions/rgp/restore'
import { dnssecInfo } from '@nameyard/epp/extensions/secdns/info'
import { updateDnssec, type DnssecChange } from '@nameyard/epp/extensions/secdns/update'
import { CONTACT, DOMAIN, HOST, RGP } from '@nameyard/epp/namespaces'
import type { News } from '@nameyard/epp/poll/news'
import type { Response } from '@nameyard/epp/response'
import { contactToCreate, type ContactIds, type ContactOrder, type ContactRole } from './contact'
import type { SeenDomain } from './model/seen'
import { withOrdered, type CreateIntent, type TransferIntent } from './order-extensions'
import type { Options, TldRules } from './tld-rules'
import type { Verb } from './verb'

/** The rules of a TLD, with what its registry speaks. */
export interface RegistryTld extends TldRules {
  readonly dialect: Dialect
}

/** A change of the registrant. */
export interface TradeOrder {
  /** The code with which the old registrant consents. */
  readonly authInfo: string | undefined
  readonly contacts: ContactIds
  readonly desired: TransferIntent['desired']
}

/**
 * How a registry speaks EPP. This class has the commands of RFC 5730 to 5733 and 3915 with the common extensions; a
 * dialect overrides what its registry does differently. Each method returns a command with the function that reads its
 * answer, so that an override may change both. Nothing here sends a command: journal, sessions and lost answers are the
 * same for all dialects.
 */
export abstract class Dialect {
  /** The name in records and accounts. */
  abstract readonly name: string

  /** Namespaces of extensions without which the registry accepts no command. No session is opened without them. */
  readonly needs: readonly string[] = []

  /** Namespaces of further extensions of its own, used when the registry offers them. */
  readonly uses: readonly string[] = []

  /** The schema of `registry.options` in the records of its TLDs. */
  readonly options: z.ZodType<Options> = z.strictObject({})

  /** Whether a contact has one role for ever: a person with two roles is two contacts. */
  readonly hasTypedContacts: boolean = false

  /** The facts about people and organizations that its contacts have beside the fields of RFC 5733. */
  readonly facts: readonly (keyof RegistrantFacts)[] = []

  /** The roles that a domain has at the registry. People in other roles are not sent. */
  readonly contactRoles: readonly ContactRole[] = ['registrant', 'admin', 'billing', 'tech']

  /** Whether registrars set statuses of domains (RFC 5731 section 2.3). */
  readonly hasClientStatuses: boolean = true

  /** Whether the registry makes the auth code of a new domain, which info shows. */
  readonly makesAuthCodes: boolean = false

  /** Whether the registry tells about transfers (RFC 5731 section 3.1.3). */
  readonly hasTransferQueries: boolean = true

  /** Whether another registrant gets a domain by a command of its own. */
  readonly trades: boolean = false

  /** Whether a transfer request names the contacts of the domain, which must exist before it. */
  readonly transferNamesContacts: boolean = false

  /** Whether a transferred domain keeps its registrant until a trade. */
  readonly transferKeepsRegistrant: boolean = false
  /** Whether an update with another registrant may change nothing else. */
  readonly changesRegistrantAlone: boolean = false
  /** Whether a change of the nameservers removes all DNSSEC data of the domain. */
  readonly nameserversDropDnssec: boolean = false
  /** Whether a requested auth code is not in the answer, but in the next info. */
  readonly showsAuthCodesLater: boolean = false
  /** Whether registrars delete contacts. Elsewhere the registry removes those that no domain uses. */
  readonly deletesContacts: boolean = true
  /** The registry's own commands on domains, by name. */
  readonly verbs: Readonly<Record<string, Verb>> = {}

  /** The schema of the data of each of the registry's own commands, by name. */
  ownCommands(): Readonly<Record<string, z.ZodType>> {
    return Object.fromEntries(Object.entries(this.verbs).map(([name, { data }]) => [name, data]))
  }

  /** The object mappings of a session for these TLDs. A registry offers only those that it supports. */
  objectURIs(tlds: readonly TldRules[]): readonly string[] {
    return [
      DOMAIN,
      ...(tlds.some(({ contacts }) => contacts !== 'prohibited') ? [CONTACT] : []),
      ...(tlds.some(({ nameserverForm }) => nameserverForm === 'hostObj') ? [HOST] : []),
    ]
  }

  /** Completes a command on a domain, host or contact before it is sent, after all extensions of the order. */
  finish<Data>(command: Command<Data>, _tld: TldRules): Command<Data> {
    return command
  }

  /** Reads a domain. Quarantines and holds of the registry's own become EPP and RGP statuses. */
  info(name: string, authInfo: string | undefined, _tld: TldRules): Command<SeenDomain> {
    const info = infoDomain(name, authInfo === undefined ? {} : { authInfo: { pw: authInfo } })
    return extended(extended(info, graceStatuses), dnssecInfo)
  }

  create(domain: DomainToCreate, intent: CreateIntent, tld: TldRules): Command<CreatedDomain> {
    return withOrdered(createDomain(domain), intent, tld)
  }

  renew(domain: DomainToRenew, _tld: TldRules): Command<unknown> {
    return renewDomain(domain)
  }

  /** `_people` are those that the change refers to. */
  update(
    change: DomainChange,
    dnssec: DnssecChange | undefined,
    _tld: TldRules,
    _people: Pick<TransferIntent['desired'], 'registrant'> = {},
  ): Command<unknown> {
    const update = updateDomain(change)
    return dnssec ? extended(update, updateDnssec(dnssec)) : update
  }

  /** `contacts` has identifiers only if `transferNamesContacts`. */
  transfer(
    domain: DomainToTransfer,
    _order: { readonly intent: TransferIntent; readonly contacts: ContactIds },
    _tld: TldRules,
  ): Command<unknown> {
    return requestTransfer(domain)
  }

  /**
   * Asks the registry to make an auth code, where registrars do not set codes; undefined elsewhere. Its data is the code, if
   * the answer has it. A repeated request does no harm.
   */
  requestAuthCode(_name: string, _tld: TldRules): Command<string | undefined> | undefined {
    return undefined
  }

  /** Gives the domain to another registrant, where the registry `trades`. */
  trade(name: string, _order: TradeOrder, _tld: TldRules): Command<unknown> {
    throw new Error(`${this.name} has no trade, which ${name} would need`)
  }

  delete(name: string, _tld: TldRules): Command<undefined> {
    return deleteDomain(name)
  }

  /** Whether a deleted domain can be restored by commands. */
  offersRestore({ extensions }: TldRules): boolean {
    return extensions.has(RGP)
  }

  /** The first step of a restore, or its only one. */
  requestRestore(name: string, _tld: TldRules): Command<unknown> {
    return requestRestore(name)
  }

  /** The second step, where the rules of the TLD have one. */
  reportRestore(name: string, report: RestoreReport, _tld: TldRules): Command<unknown> {
    return reportRestore(name, report)
  }

  /** Creates a contact. The identifier in the answer counts where the registry chooses it. */
  contact(order: ContactOrder, _tld: TldRules): Command<CreatedContact> {
    return contactToCreate(order)
  }

  /** Reads a poll message in a namespace of the registry; undefined for any other message. */
  news(_answer: Answer): News | undefined {
    return undefined
  }

  /** The registry's own explanation of a refusal, beyond `extValue`: text for resellers. Undefined without one. */
  explain(_refusal: Response<unknown>): string | undefined {
    return undefined
  }
}
