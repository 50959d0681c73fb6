import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { JSON_TYPE, successBody } from './envelope'

/**
 * Sends the envelope of a success whose data are in UTF-8, because they are large. Their bytes are written as a string with
 * one character for each. Such a string lies in the young part of the heap, which is collected often and fast. The memory of
 * a `Buffer` counts as old, so that with copies in a `Buffer` the whole heap was collected for every hundredth list. Fastify
 * would measure and encode a string as UTF-8, so the answer is sent past it.
 * @param isLast whether the connection is closed after the answer
 */
export function sendSuccess(reply: FastifyReply, data: Buffer, warnings: string, isLast: boolean): FastifyReply {
  const body = successBody(data.toString('latin1'), Buffer.from(warnings).toString('latin1'))
  reply.header('content-type', JSON_TYPE).header('content-length', body.length)
  if (isLast) reply.header('connection', 'close')
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  reply.raw.end(body, 'latin1')
  return reply
}
