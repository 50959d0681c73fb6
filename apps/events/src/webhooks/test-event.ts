import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import { exampleOf } from '@nameyard/contracts/example'
import { jsonSchemaOf } from '@nameyard/contracts/tool'
import { onWire } from '../reading/event-on-wire'

type Schema = { readonly [keyword: string]: unknown }

/**
 * An event of a type with example data. `istest` is an extension attribute of CloudEvents; its sequence is that of no event.
 */
export function testEvent(
  { type, version, read, state }: AccountEvent,
  { id, account, time, request }: { id: string; account: number; time: Date; request: string },
) {
  const schema = jsonSchemaOf(state) as Schema
  const definitions = (schema.$defs ?? {}) as Readonly<Record<string, Schema>>
  const resolve = (given: Schema): Schema => {
    const reference = given.$ref
    return typeof reference === 'string' ? (definitions[reference.slice('#/$defs/'.length)] ?? {}) : given
  }
  const data = exampleOf(schema, resolve) as Readonly<Record<string, unknown>>
  // The path of the read with the values of the example: /v1/domains/:id is domains/10001.
  const path = read.path!.replaceAll(/:(\w+)/g, (_, field: string) => String(data[field] ?? 'example'))
  const object = path.slice('/v1/'.length)
  const event = { sequence: 0, id, type, version, object, happenedAt: time, request, state: JSON.stringify(data) }
  return { ...onWire(account, event), istest: true }
}
