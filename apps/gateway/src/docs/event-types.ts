import { z } from 'zod'
import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import { listEvents } from '@nameyard/contracts/events/list-events'
import { exampleOf } from '@nameyard/contracts/example'
import { jsonSchema, resolve, type Json } from './component-schemas'

/** A type of event as the documents describe it. */
export interface EventDescription {
  readonly type: string
  readonly summary: string
  /** Id of the operation that shows the object of the event. */
  readonly read: string
  /** The whole event. */
  readonly schema: Json
  readonly example: Json
}

/** Values of parameters in the path of an object. */
const usual: Readonly<Record<string, string>> = { handle: 'AJ100001-NL', id: '10001', name: 'example.com' }

/** Describes types of events. The schemas of each event and of its data become components. */
export function describeEvents(types: readonly AccountEvent[], components: Map<string, Json>): EventDescription[] {
  // Its answer has the envelope of events.
  jsonSchema(listEvents.result, components)
  const envelope = { $ref: '#/components/schemas/Event' }
  const resolved = (schema: Json) => resolve(schema, components)
  return types.map(({ type, summary, version, read, state }) => {
    const data = stateOf({ version, read, state }, components)
    const component = `${pascal(type)}Event`
    components.set(component, {
      description: summary,
      allOf: [
        envelope,
        {
          type: 'object',
          required: ['type', 'data'],
          properties: {
            type: { type: 'string', const: type, description: summary },
            data: { description: `The object as \`${read.id}\` shows it after the event.`, ...data },
          },
        },
      ],
    })
    const example = {
      ...(exampleOf(envelope, resolved) as Json),
      type,
      subject: subjectOf(read),
      dataversion: version,
      data: exampleOf(data, resolved),
    }
    return { type, summary, read: read.id, schema: { $ref: `#/components/schemas/${component}` }, example }
  })
}

/** The schema of an event's data, as a component: many types have the same one. */
function stateOf(
  { version, read, state }: Pick<AccountEvent, 'version' | 'read' | 'state'>,
  components: Map<string, Json>,
): Json {
  const { properties } = jsonSchema(z.object({ data: state }), components) as { properties: { data: Json } }
  if ('$ref' in properties.data) return properties.data
  const name = `${pascal(read.id)}State${version > 1 ? version : ''}`
  components.set(name, properties.data)
  return { $ref: `#/components/schemas/${name}` }
}

/** An object of a read. The read of a list, or of the account itself, does not name it in its path. */
function subjectOf({ path }: AccountEvent['read']): string {
  const object = path!.slice('/v1/'.length)
  return object.includes(':')
    ? object.replaceAll(/:(\w+)/g, (_, name: string) => usual[name] ?? name)
    : `${object}/${usual.id}`
}

const pascal = (words: string) => words.replaceAll(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())
