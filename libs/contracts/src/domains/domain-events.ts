import { z } from 'zod'
import { errorName } from '../errors'
import { event } from '../event'

const subject = {
  resellerId: z.int(),
  domainId: z.int(),
  /** Whole name in lower case and A-labels. */
  name: z.string(),
  /** Version of the domain; whoever keeps a copy ignores older ones. */
  version: z.int(),
}

/** A domain became active: its registry has it. */
export const domainActivated = event({
  id: 'domain.activated',
  producer: 'domains',
  payload: z.object({ ...subject, expiresAt: z.iso.datetime() }),
})

/** The order of a domain failed. */
export const domainFailed = event({
  id: 'domain.failed',
  producer: 'domains',
  payload: z.object({ ...subject, refusal: errorName }),
})
