import { z } from 'zod'

/** The request limit of an account, as all gateways left it. */
export const allowance = z.object({
  /** Requests that the account may send at once now; negative after gateways accepted too many. */
  remaining: z.number(),
  /** Requests that are added each second, up to the burst. */
  perSecond: z.number(),
  burst: z.number(),
})

/** Requests that a gateway accepted since its last report, by account. */
export const spent = z.array(z.object({ resellerId: z.int(), requests: z.int() })).default([])
