import { z } from 'zod'
import type { Registry } from '../server/registry'
import { ControlError } from './control-error'

export interface ControlRequest {
  /** The matched group of the path, decoded. */
  readonly parameter: string
  readonly query: Record<string, string>
  readonly body: unknown
}

/** An operation of the control port. */
export interface ControlOperation {
  readonly method: string
  readonly path: RegExp
  run(registry: Registry, request: ControlRequest): Promise<unknown>
}

/** Parses a body or a query; 400 when it does not match the schema. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (!result.success) throw new ControlError(400, z.prettifyError(result.error))
  return result.data
}
