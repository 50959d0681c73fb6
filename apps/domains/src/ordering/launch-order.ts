import type { z } from 'zod'
import type { createDomain } from '@nameyard/contracts/domains/create-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import type { launchRegistration } from '@nameyard/contracts/registry/submit-operation'
import type { Application } from '../lifecycle/model/domain'
import type { Tld, TldRules } from '../tlds/tld'
import { applicationOf } from './model/application'

type Order = Pick<Input<typeof createDomain>, 'application_mode' | 'application_notice_id' | 'application_smd'>

/** How long a claims notice is valid after it was accepted. Orders do not contain these instants (RFC 9361); hours. */
const NOTICE_HOURS = 48

/** The launch phase of an order. Refuses an order that the extension does not accept now. */
export function orderedApplication(order: Order, tld: Tld): Application | null {
  const { application_mode: mode, application_notice_id: noticeId, application_smd: smd } = order
  const decided = applicationOf({ mode, noticeId, smd }, tld)
  if (decided === null || !('refused' in decided)) return decided
  const { refused, ...details } = decided
  return fail(refused, { extension: tld.extension, ...details })
}

/** The launch data that the registry gets; undefined for an order without any. */
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
