/** Account events, as services send them. */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Events of one message to the broker's library. */
const AT_ONCE = 500

/** Makes events, each after the one of its object before it, with states of so many characters. */
export function eventsOf(characters) {
  const last = new Map()
  return {
    next(account, object) {
      const [id, at] = [randomUUID(), new Date().toISOString()]
      const event = {
        id,
        resellerId: account,
        type: 'domain.renewed',
        version: 1,
        object: `domains/${object}`,
        previous: last.get(object) ?? null,
        at,
        request: randomUUID(),
        domain: `name-${object}.example`,
        state: { id: object, text: 'x'.repeat(characters) },
      }
      last.set(object, { id, at })
      return event
    },
  }
}

/** Returns a function that publishes events and resolves when the broker has confirmed them. */
export async function publisherOf(amqpUrl, onClose) {
  const { recordEvent } = require('@nameyard/contracts/events/record-event')
  const { Connection } = require('@nameyard/messaging/connection')
  const { Publisher } = require('@nameyard/messaging/publisher')
  const connection = new Connection(amqpUrl, 'domains')
  await connection.start()
  onClose(() => connection.close())
  const through = new Publisher(connection)
  return async (made) => {
    for (let from = 0; from < made.length; from += AT_ONCE)
      await through.publish(
        made.slice(from, from + AT_ONCE).map((event) => ({
          message: recordEvent,
          body: JSON.stringify(event),
          messageId: event.id,
          correlationId: event.request,
        })),
      )
  }
}
