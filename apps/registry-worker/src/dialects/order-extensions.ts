import type { z } from 'zod'
import type { Payload } from '@nameyard/contracts/event'
import type {
  desiredDomain,
  domainCreateIntent,
  submitRegistryOperation,
} from '@nameyard/contracts/registry/submit-operation'
import type { Command } from '@nameyard/epp/command'
import type { CreatedDomain } from '@nameyard/epp/domain/create'
import { extended } from '@nameyard/epp/extension'
import { withAllocationToken } from '@nameyard/epp/extensions/allocation-token/token'
import { createWithTable } from '@nameyard/epp/extensions/idn/table'
import { createInLaunch } from '@nameyard/epp/extensions/launch/create'
import { createDnssec } from '@nameyard/epp/extensions/secdns/create'
import { delegationSigner } from '@nameyard/epp/extensions/secdns/delegation-signer'
import type { Dnssec } from '@nameyard/epp/extensions/secdns/dnssec'
import { ALLOCATION_TOKEN, IDN, LAUNCH } from '@nameyard/epp/namespaces'
import type { TldRules } from './tld-rules'

export type CreateIntent = z.output<typeof domainCreateIntent>
export type TransferIntent = Extract<Payload<typeof submitRegistryOperation>, { kind: 'domain.transfer' }>['intent']

type ZoneKeys = NonNullable<z.output<typeof desiredDomain>['zoneKeys']>

/** Returns the keys of a zone in the form of the registry. */
export function dnssecOf(name: string, keys: ZoneKeys, form: 'dsData' | 'keyData'): Dnssec {
  if (form === 'keyData') return { form, keys: keys.filter((key) => 'pubKey' in key) }
  return { form, ds: keys.map((key) => ('pubKey' in key ? delegationSigner(name, key) : key)) }
}

/** Adds the extensions of the order to a create, as far as the session agreed on them. */
export function withOrdered(
  create: Command<CreatedDomain>,
  { name, zoneKeys = [], idnTable, allocationToken, launch }: CreateIntent,
  { secDns, extensions }: TldRules,
): Command<CreatedDomain> {
  const asked = [
    zoneKeys.length > 0 && secDns !== 'none' && createDnssec(dnssecOf(name, zoneKeys, secDns)),
    idnTable !== undefined && extensions.has(IDN) && createWithTable(idnTable),
    allocationToken !== undefined && extensions.has(ALLOCATION_TOKEN) && withAllocationToken(allocationToken),
    launch &&
      extensions.has(LAUNCH) &&
      createInLaunch({
        phase: { phase: launch.phase, name: launch.name },
        ...(launch.signedMarks && { signedMarks: launch.signedMarks }),
        ...(launch.notice && {
          notice: {
            noticeID: launch.notice.id,
            notAfter: new Date(launch.notice.notAfter),
            acceptedDate: new Date(launch.notice.acceptedAt),
          },
        }),
      }),
  ]
  return asked.reduce<Command<CreatedDomain>>(
    (command, extension) => (extension ? extended<CreatedDomain, object>(command, extension) : command),
    create,
  )
}
