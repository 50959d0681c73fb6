import { services } from '@nameyard/contracts/operation'
import { findMessages, findReceipts, MOST_MESSAGES } from '@nameyard/contracts/operators/find-messages'
import type { Operator } from '../operator'
import type { Step } from './step'

/** The messages that services have staged for a request, and who has handled them. */
export async function messageSteps(platform: Operator, request: string): Promise<Step[]> {
  const staged = await Promise.all(
    services.map(async (service) => ({ service, ...(await platform.ask(findMessages(service), { request })) })),
  )
  const messages = staged.flatMap(({ service, messages }) => messages.map((message) => ({ service, ...message })))
  const nameOf = new Map(messages.map(({ messageId, message }) => [messageId, message]))
  return [
    ...messages.map(({ service, messageId, message, recipient, routingKey, at, publishedAt }): Step => {
      const to = recipient === null ? '' : ` to ${recipient}`
      const state = publishedAt === null ? 'waits in the outbox' : `published at ${publishedAt}`
      const what = `${message} ${messageId} of ${service}${to}, key ${routingKey}: ${state}`
      return { at, source: 'message', what }
    }),
    ...(await receiptSteps(platform, nameOf)),
  ]
}

async function receiptSteps(platform: Operator, nameOf: ReadonlyMap<string, string>): Promise<Step[]> {
  const messageIds = [...nameOf.keys()].slice(0, MOST_MESSAGES)
  if (messageIds.length === 0) return []
  const found = await Promise.all(
    services.map(async (service) => {
      const { receipts } = await platform.ask(findReceipts(service), { messageIds })
      return receipts.map(({ messageId, consumer, at }): Step => {
        const what = `${nameOf.get(messageId)} ${messageId} is handled by ${consumer} of ${service}`
        return { at, source: 'message', what }
      })
    }),
  )
  return found.flat()
}
