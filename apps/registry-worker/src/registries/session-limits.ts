import { z } from 'zod'
import { isResultCode, type ResultCode } from '@nameyard/epp/result-code'
import type { SessionAccount } from './registry'

export const seconds = z.number().int().min(1)
const code = z.custom<ResultCode>((value) => isResultCode(Number(value)), 'no result code of RFC 5730')

export const rate = z.strictObject({
  /** Names of commands such as `domain:create`; absent: all commands. */
  commands: z
    .array(z.string().regex(/^[a-z]+:[a-z0-9-]+$/, 'a command is named as domain:create'))
    .min(1)
    .optional(),
  count: z.number().int().min(1),
  perSeconds: seconds,
})

export const penalty = z.strictObject({
  command: z.string().optional(),
  codes: z.array(code).min(1).optional(),
  seconds: z.number().positive(),
})

/** Limits of sessions, in the units of the worker. */
export function limitsOf(given: {
  readonly rates: readonly z.output<typeof rate>[]
  readonly penalties: readonly z.output<typeof penalty>[]
}): Pick<SessionAccount, 'penalties' | 'rates'> {
  return {
    rates: given.rates.map(({ commands, count, perSeconds }) => ({
      ...(commands && { commands }),
      count,
      perMs: perSeconds * 1_000,
    })),
    penalties: given.penalties.map(({ command, codes, seconds: pause }) => ({
      ...(command !== undefined && { command }),
      ...(codes && { codes }),
      pauseMs: pause * 1_000,
    })),
  }
}
