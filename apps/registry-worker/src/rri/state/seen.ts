import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { DomainStatus, RgpStatus } from '@nameyard/epp/status'
import type { SeenDomain } from '../../dialects/model/seen'
import { viewOf } from '../../operations/model/view'
import type { RriAnswer } from '../protocol/answer'
import type { DomainData } from '../protocol/requests'

/** A domain as INFO shows it: in the terms of EPP, so that lost requests are judged as at other registries, and as it is. */
export interface SeenAtRegistry {
  readonly domain: SeenDomain
  readonly data: DomainData
  /** Whether a code of ours is stored. */
  readonly hasAuthInfo1: boolean
  /** Whether the registry has posted a code to the holder. */
  readonly hasAuthInfo2: boolean
}

/** The EPP and RGP statuses for the status of a domain (DENIC-29, replies to domain INFO). */
const statuses: Readonly<Record<string, readonly [readonly DomainStatus[], readonly RgpStatus[]]>> = {
  connect: [['ok'], []],
  failed: [['inactive'], []],
  serverhold: [['serverHold'], []],
  redemptionperiod: [['pendingDelete'], ['redemptionPeriod']],
}

const locked: readonly DomainStatus[] = ['serverDeleteProhibited', 'serverTransferProhibited', 'serverUpdateProhibited']

/**
 * Reads an answer to INFO. The registry shows no date of creation: the last change stands for it, which is never earlier.
 * Throws an error when the status is unknown.
 */
export function readDomain(answer: RriAnswer): SeenAtRegistry {
  const { head, sections } = answer
  const name = (head.first('domain-ace') ?? head.first('domain') ?? '').toLowerCase()
  const status = head.first('status') ?? ''
  const known = statuses[status.toLowerCase()]
  if (!known) throw new Error(`INFO shows the unknown status ${status} of ${name}`)
  const [own, graceStatuses] = known
  const handleOf = (role: string) =>
    sections.find((section) => section.name === role)?.first('handle') ?? head.first(role)
  const holder = handleOf('holder')
  const nservers = head.all('nserver').map(canonicalNserver)
  const changed = head.first('changed')
  const domain = {
    name,
    roid: name,
    clID: head.first('regaccid') ?? '',
    crDate: changed === undefined ? undefined : new Date(changed),
    exDate: undefined,
    authInfo: undefined,
    registrant: holder,
    contacts: [],
    subordinateHosts: [],
    dnssec: undefined,
    graceStatuses,
    statuses: head.first('registrylock') === 'true' ? [...own.filter((each) => each !== 'ok'), ...locked] : own,
    ns: {
      form: 'hostAttr',
      hosts: nservers.map((nserver) => {
        const [host = '', ...addresses] = nserver.split(' ')
        return { name: host, addresses }
      }),
    },
  } as unknown as SeenDomain
  return {
    domain,
    data: {
      name,
      holder: holder ?? '',
      generalRequest: handleOf('generalrequest'),
      abuseContact: handleOf('abusecontact'),
      nservers,
      dnskeys: head.all('dnskey'),
      nsentries: head.all('nsentry'),
    },
    hasAuthInfo1: head.first('authinfo1') !== undefined,
    hasAuthInfo2: head.first('authinfo2') !== undefined,
  }
}

/** Names of nameservers in answers end with a dot. */
function canonicalNserver(value: string): string {
  const [host = '', ...addresses] = value.split(/\s+/)
  return [host.toLowerCase().replace(/\.$/, ''), ...addresses].join(' ')
}

/** The registry's view of a domain; the expiry is the end of the paid year, which the registry does not show. */
export function viewAt(seen: SeenAtRegistry | 'missing', clientId: string, expiresAt?: Date): RegistryView {
  if (seen === 'missing') return { presence: 'missing' }
  const view = viewOf({ ...seen.domain, crDate: undefined }, clientId)
  return { ...view, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) }
}
