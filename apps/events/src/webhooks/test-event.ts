import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import type { WebhookForm } from '@nameyard/contracts/events/webhooks/webhook'
import { exampleOf } from '@nameyard/contracts/example'
import { jsonSchemaOf } from '@nameyard/contracts/tool'
import { bodyOf } from '../delivery/body-of'

type Schema = { readonly [keyword: string]: unknown }

/**
 * An event of a type with example data. `istest` is an extension attribute of CloudEvents; its sequence is that of no event.
 */
export function testEvent(
  { type, version, read, state }: AccountEvent,
  { id, account, form, time, request }: { id: string; account: number; form: WebhookForm; time: Date; request: string },
): { readonly object: string; readonly body: object } {
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
  const body = bodyOf(form, account, event)
  return { object, body: form === 'legacy' ? body : { ...body, istest: true } }
}
