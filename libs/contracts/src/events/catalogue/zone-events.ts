import { getZone } from '../../dns/get-zone'
import { zone } from '../../dns/zone'
import { accountEvent } from '../account-event'

/**
 * A zone as `GET /v1/dns/zones/{name}?with_dnskey=true` shows it. Left out are the records and their history: a zone may have
 * thousands, and a change of one would repeat all.
 */
export const zoneState = zone.omit({ records: true, history: true })

const ofZone = { producer: 'dns', version: 1, read: getZone, state: zoneState } as const

export const zoneCreated = accountEvent({ ...ofZone, type: 'zone.created', summary: 'A zone was created.' })

export const zonePublished = accountEvent({
  ...ofZone,
  type: 'zone.published',
  summary:
    'Every name server answers a version of a zone. Changes that arrive together are published together, and have one event. With the state `partial` the name servers refuse some records.',
})

export const zoneRejected = accountEvent({
  ...ofZone,
  type: 'zone.rejected',
  summary: 'The name servers refuse a version of a zone, and answer the last one that they accepted.',
  notice: { severity: 'critical', text: 'The zone {name} is not published: the name servers refuse it.' },
})

export const zoneDeleted = accountEvent({
  ...ofZone,
  type: 'zone.deleted',
  summary: 'A zone was deleted: by the account, with its domain, or because another account controls its name.',
})

export const zoneDelegationChanged = accountEvent({
  ...ofZone,
  type: 'zone.delegation-changed',
  summary: 'A check has found that the parent zone delegates the name of a zone to other servers than before.',
})

export const zoneSigningRequested = accountEvent({
  ...ofZone,
  type: 'zone.signing-requested',
  summary: 'DNSSEC of a zone was switched on.',
})

export const zoneSigned = accountEvent({
  ...ofZone,
  type: 'zone.signed',
  summary:
    'Every name server answers a signed zone. `dnskey` is the key from which the DS record of the parent zone is made.',
})

export const zoneDsPublished = accountEvent({
  ...ofZone,
  type: 'zone.ds-published',
  summary: 'The registry of a domain has the key of its signed zone.',
})

export const zoneUnsigningRequested = accountEvent({
  ...ofZone,
  type: 'zone.unsigning-requested',
  summary: 'DNSSEC of a zone was switched off. It stays signed until no resolver expects signatures any more.',
})

export const zoneDsWithdrawn = accountEvent({
  ...ofZone,
  type: 'zone.ds-withdrawn',
  summary: 'The registry of a domain has the key of its zone no more.',
})

export const zoneUnsigned = accountEvent({
  ...ofZone,
  type: 'zone.unsigned',
  summary: 'A zone is no longer signed.',
})
