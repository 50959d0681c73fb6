import { acknowledgeMessage } from '@nameyard/epp/poll/acknowledge'
import type { PollMessage } from '@nameyard/epp/poll/request'
import type { Response } from '@nameyard/epp/response'
import { nextMessage, type DrainPollQueue } from '../poll/drain-poll-queue'
import type { Course } from './course'

/**
 * "Object does not exist": the worker's own poll has acknowledged the message. It pauses during a test, but may have begun
 * before.
 */
const GONE = 2303

/** Most messages of earlier days before the one that is looked for. */
const MOST = 200

/**
 * Reads the message queue of the first registrar (RFC 5730 section 2.9.2.3) until it has the message about a domain. Every
 * message is stored before it is acknowledged, as in every poll: none is lost.
 */
export class PollSteps {
  constructor(private readonly queue: Pick<DrainPollQueue, 'keep'>) {}

  async run({ exam, first }: Course, domain: string | undefined): Promise<void> {
    let gone: string | undefined
    for (let read = 0; read < MOST; read++) {
      const answer = await exam.does('poll request', first, nextMessage(first.registry), {
        codes: [1300, 1301],
        fault: (each) => faultOf(each, domain),
      })
      const message = answer?.data
      if (!answer || !message) return exam.skip('poll ack', 'there is no message to acknowledge')
      await this.queue.keep(first.registry, message, answer)
      const { id } = message
      const codes = id === gone ? [1000] : [1000, GONE]
      const acknowledged = await exam.asks('poll ack', first, acknowledgeMessage(id), { codes })
      if (!acknowledged) return
      if (acknowledged.code === GONE) gone = id
      if (domain === undefined ? acknowledged.code !== GONE : isAbout(message, domain)) return
    }
    exam.end('poll request', 'failed', `none of ${MOST} messages is about ${domain}`)
  }
}

function faultOf(answer: Response<PollMessage | undefined>, domain: string | undefined): string | undefined {
  if (answer.outcome !== 'done') return undefined
  const message = answer.data
  if (!message) return domain === undefined ? undefined : `the queue has no message about the transfer of ${domain}`
  const hasPayload = answer.resData.length + answer.extension.length > 0
  return message.news.kind === 'other' && hasPayload ? `message ${message.id} has an unknown form` : undefined
}

function isAbout({ news }: PollMessage, domain: string): boolean {
  return 'object' in news && news.object?.id.toLowerCase() === domain
}
