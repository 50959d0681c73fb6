import type { z } from 'zod'
import type { registryFee } from '@nameyard/contracts/registry/submit-operation'
import type { Command } from '@nameyard/epp/command'
import type { CreatedDomain } from '@nameyard/epp/domain/create'
import { extended } from '@nameyard/epp/extension'
import { withAllocationToken } from '@nameyard/epp/extensions/allocation-token/token'
import { acceptFees, type AcceptedFees } from '@nameyard/epp/extensions/fee/accept'
import { createWithTable } from '@nameyard/epp/extensions/idn/table'
import { createInLaunch } from '@nameyard/epp/extensions/launch/create'
import { createDnssec } from '@nameyard/epp/extensions/secdns/create'
import { ALLOCATION_TOKEN, FEE, IDN, LAUNCH } from '@nameyard/epp/namespaces'
import type { RegistryTld } from '../registries/registry'
import { dnssecOf, NO_DNSSEC } from './desired-state'
import type { Intent } from './operation.store'

/**
 * Adds our agreement to a fee, when the registry supports fees (RFC 8748) and a fee was agreed; otherwise returns the
 * command unchanged. A restore is an `update`.
 */
export function withFee(
  command: Command<unknown>,
  kind: 'renew' | 'transfer' | 'update',
  fee: RegistryFee | undefined,
  { extensions }: RegistryTld,
): Command<unknown> {
  return fee && extensions.has(FEE) ? extended(command, acceptFees(kind, feesOf(fee))) : command
}

type RegistryFee = z.output<typeof registryFee>

function feesOf({ currency, amount }: RegistryFee): AcceptedFees {
  return { currency, fees: [amount] }
}

/** Why a create cannot be sent: it needs an EPP extension that the session did not agree on. */
export function missingExtension(
  { launch, zoneKeys = [] }: Intent<'domain.create'>,
  { secDns, extensions }: RegistryTld,
): string | undefined {
  if (launch && !extensions.has(LAUNCH)) return 'the registry does not offer launch phases (RFC 8334)'
  if (zoneKeys.length > 0 && secDns === 'none') return NO_DNSSEC
  return undefined
}

/** Adds the extensions of the order to a create, as far as the session agreed on them. */
export function withOrdered(
  create: Command<CreatedDomain>,
  { name, zoneKeys = [], idnTable, allocationToken, launch, fee }: Intent<'domain.create'>,
  { secDns, extensions }: RegistryTld,
): Command<CreatedDomain> {
  const asked = [
    fee && extensions.has(FEE) && acceptFees('create', feesOf(fee)),
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
