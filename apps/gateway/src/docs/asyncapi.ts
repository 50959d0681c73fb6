import type { FastifyInstance } from 'fastify'
import type { AccountEvent } from '@nameyard/contracts/events/account-event'
import { JSON_TYPE } from '../http/envelope'
import type { Json } from './component-schemas'
import { API_VERSION, webhookHeaders } from './envelope-schemas'
import { describeEvents } from './event-types'

/** The AsyncAPI 3.0 description of the events of an account, and of their deliveries. */
export function asyncApi(types: readonly AccountEvent[]): Json {
  const components = new Map<string, Json>()
  const events = describeEvents(types, components)
  const messages = Object.fromEntries(
    events.map(({ type, summary, schema, example }) => [
      type,
      {
        name: type,
        title: type,
        summary,
        contentType: 'application/json',
        payload: schema,
        examples: [{ name: 'usual', payload: example }],
      },
    ]),
  )
  const references = Object.fromEntries(events.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Nameyard events',
      version: API_VERSION,
      description: 'What happens to the objects of an account: the events in its log, and how they are delivered.',
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      log: {
        address: '/v1/events',
        title: 'The log of the account',
        description:
          'Read with `after` and `wait`, as a stream of server-sent events (`Accept: text/event-stream`), or as a consumer at `/v1/event-consumers/{name}/events`. The description of the requests is /v1/openapi.json.',
        messages: references,
      },
      webhooks: {
        address: null,
        title: 'Webhooks',
        description: `POST requests to an endpoint of the reseller, signed by the rules of Standard Webhooks. Headers: ${webhookHeaders
          .map(({ name }) => `\`${name}\``)
          .join(', ')}.`,
        messages: references,
      },
    },
    operations: {
      show: { action: 'send', channel: { $ref: '#/channels/log' }, summary: 'Shows the events to the account.' },
      deliver: {
        action: 'send',
        channel: { $ref: '#/channels/webhooks' },
        summary: 'Sends each event to the endpoints.',
      },
    },
    components: { messages, schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))) },
  }
}

/** Serves the description without a login; it contains no secrets. */
export function mountAsyncApi(http: FastifyInstance, types: readonly AccountEvent[]): void {
  let document: string | undefined
  for (const url of ['/v1/asyncapi.json', '/v1beta/asyncapi.json']) {
    http.get(url, (_, reply) => {
      document ??= JSON.stringify(asyncApi(types))
      void reply.header('content-type', JSON_TYPE).send(document)
    })
  }
}
