import { dataOf } from '../answer'
import { decodeAuthInfo, encodeAuthInfo, type AuthInfo } from '../auth-info'
import { objectCommand, type Command } from '../command'
import { label } from '../constraints'
import { attribute, token } from '../element-reader'
import { DOMAIN } from '../namespaces'
import { decodeSponsorship, type Sponsorship } from '../sponsorship'
import type { DomainStatus } from '../status'
import { elementsOf } from '../xml'
import type { DomainContact } from './contact'
import { decodeNameservers, type Nameservers } from './nameservers'

const domain = elementsOf(DOMAIN)

/** A domain at the registry. Other registrars see little more than `name`, `roid` and `clID`. */
export interface RegisteredDomain extends Sponsorship {
  readonly name: string
  readonly roid: string
  readonly statuses: readonly DomainStatus[]
  /** Identifier of the registrant's contact; absent at registries without contacts. */
  readonly registrant: string | undefined
  readonly contacts: readonly DomainContact[]
  /** The delegation; absent when there is none or when hosts were not requested. */
  readonly ns: Nameservers | undefined
  /** Names of the hosts below this domain. */
  readonly subordinateHosts: readonly string[]
  readonly exDate: Date | undefined
  /** Shown only to the sponsoring client or to a client that sent it; many registries never show it (RFC 9154). */
  readonly authInfo: AuthInfo | undefined
}

export interface DomainInfoOptions {
  /** The hosts to show: delegated (`del`), subordinate (`sub`), `all` (the default) or `none`. */
  readonly hosts?: 'all' | 'del' | 'sub' | 'none'
  readonly authInfo?: AuthInfo
}

/** Reads a domain (RFC 5731 section 3.1.2). */
export function infoDomain(name: string, { hosts, authInfo }: DomainInfoOptions = {}): Command<RegisteredDomain> {
  const payload = domain('info', [
    domain('name', label('name', name), { hosts }),
    authInfo && encodeAuthInfo(DOMAIN, authInfo),
  ])
  return objectCommand('domain', 'info', payload, (answer) => {
    const infData = dataOf(answer, DOMAIN, 'infData')
    return {
      name: infData.token('name'),
      roid: infData.token('roid'),
      statuses: infData.all('status').map((status) => attribute(status, 's')),
      registrant: infData.optionalToken('registrant'),
      contacts: infData.all('contact').map((contact) => ({ type: attribute(contact, 'type'), id: token(contact) })),
      ns: decodeNameservers(infData),
      subordinateHosts: infData.tokens('host'),
      ...decodeSponsorship(infData),
      exDate: infData.optionalDate('exDate'),
      authInfo: decodeAuthInfo(infData),
    }
  })
}
