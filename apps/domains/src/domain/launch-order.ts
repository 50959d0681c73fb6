import type { createDomain } from '@nameyard/contracts/domains/create-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import type { launchRegistration } from '@nameyard/contracts/registry/submit-operation'
import type { z } from 'zod'
import type { Tld, TldRules } from '../tlds/catalogue'
import { applicationOf } from './model/application'
import type { Application } from './model/domain'

type Order = Pick<Input<typeof createDomain>, 'application_mode' | 'application_notice_id' | 'application_smd'>

/** How long a claims notice is good that was accepted now; the wire tells neither instant (RFC 9361). */
const NOTICE_HOURS = 48

/** The launch phase that an order is made in; refuses what its extension does not take now. */
export function orderedApplication(order: Order, tld: Tld): Application | null {
  const { application_mode: mode, application_notice_id: noticeId, application_smd: smd } = order
  const decided = applicationOf({ mode, noticeId, smd }, tld)
  if (decided === null || !('refused' in decided)) return decided
  const { refused, ...details } = decided
  return fail(refused, { extension: tld.extension, ...details })
}

/** Whether the registry is asked about trademarks before an order: while its customers must have read of them. */
export function wantsClaims({ launchPhases, launchPhase }: TldRules): boolean {
  return launchPhases.some(({ name, phase }) => name === launchPhase && phase === 'claims')
}

/** What the registry is told of the launch phase; nothing where the order is as any other. */
export function launchOf(
  { mode, noticeId, smd }: Application,
  { launchPhases }: TldRules,
  now: Date,
): z.output<typeof launchRegistration> | undefined {
  const { phase } = launchPhases.find(({ name }) => name === mode) ?? {}
  if (phase === undefined || (noticeId === undefined && smd === undefined)) return undefined
  return {
    phase,
    ...(phase === 'custom' && { name: mode }),
    ...(smd !== undefined && { signedMarks: [smd] }),
    ...(noticeId !== undefined && {
      notice: {
        id: noticeId,
        acceptedAt: now.toISOString(),
        notAfter: new Date(now.getTime() + NOTICE_HOURS * 3_600_000).toISOString(),
      },
    }),
  }
}
