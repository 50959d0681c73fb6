import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '@nameyard/contracts/errors'

const nothing = Buffer.alloc(0)

/** Whether a request has a body that was not read yet. */
export const hasBody = ({ body }: FastifyRequest) => body !== undefined && body !== null

/**
 * Reads the bytes of a request's body. One over the limit is refused with `body_too_large`; the connection is closed
 * after the answer, because the rest of the body is not read.
 */
export function readBytes(request: FastifyRequest, reply: FastifyReply, limit: number): Promise<Buffer> {
  if (!hasBody(request)) return Promise.resolve(nothing)
  return new Promise<Buffer | undefined>((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return resolve(undefined)
    const chunks: Buffer[] = []
    let length = 0
    const end = () => {
      request.raw.off('data', take).off('end', finish).off('error', reject)
    }
    const take = (chunk: Buffer) => {
      length += chunk.length
      request.bodyBytes = length
      chunks.push(chunk)
      if (length <= limit) return
      end()
      resolve(undefined)
    }
    const finish = () => {
      end()
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
    }
    request.raw.on('data', take).on('end', finish).on('error', reject)
  }).then(
    (bytes) => {
      if (bytes) return bytes
      reply.header('connection', 'close')
      return fail('body_too_large', { limit })
    },
    // The client closed the connection before the end of its body.
    () => fail('malformed_json'),
  )
}
