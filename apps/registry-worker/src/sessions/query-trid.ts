import { randomUUID } from 'node:crypto'

/** Client transaction identifier of a command that changes nothing and is not journaled. */
export function queryTRID(): string {
  return `query-${randomUUID()}`
}
