import { z } from 'zod'
import type { Registry } from '../server/exchange'
import { ControlError } from './control-error'

export interface ControlRequest {
  /** What the path's group matched, decoded. */
  readonly parameter: string
  readonly query: Record<string, string>
  readonly body: unknown
}

/** Something the control port does, and where. */
export interface ControlOperation {
  readonly method: string
  readonly path: RegExp
  run(registry: Registry, request: ControlRequest): Promise<unknown>
}

/** Reads what was asked; 400 when it is not what the schema wants. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (!result.success) throw new ControlError(400, z.prettifyError(result.error))
  return result.data
}
