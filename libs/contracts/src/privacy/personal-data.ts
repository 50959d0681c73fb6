import { z } from 'zod'

/** Whose data are meant: a customer of an account, or a person with a login. */
export const subject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('customer'), resellerId: z.int(), handle: z.string() }),
  z.object({ kind: z.literal('contact'), resellerId: z.int(), contactId: z.int(), username: z.string() }),
])

export type Subject = z.output<typeof subject>

/** Rows about a person by what they are, as they are stored: without secrets, times in ISO 8601. */
export const personalData = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

export type PersonalData = z.output<typeof personalData>
