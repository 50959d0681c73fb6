import { Injectable } from '@nestjs/common'
import type { News } from '@nameyard/epp/poll/news'
import { TakeMessage } from '../poll/take-message'
import type { RriAccount } from '../registries/registry'
import { textOfErrors, type RriAnswer } from './protocol/answer'
import { deleteFromQueue, readQueue } from './protocol/requests'
import { RriSessions } from './rri-sessions'

/** The types of messages (DENIC-29, requests related to the message queue), and what each says. */
const types: Readonly<Record<string, string>> = {
  authinfo2delete: 'the registry has deleted the AuthInfo2: its letter could not be delivered',
  authinfo2notify: 'an AuthInfo2 was made and posted to the holder',
  authinfoexpire: 'an AuthInfo has expired',
  chprovauthinfo: 'the domain has moved to another registrar',
  contactdelete: 'the registry has deleted contacts that nothing refers to',
  domaindelete: 'the registry has deleted the domain',
  expire: 'the domain has expired',
  expirewarning: 'the domain will expire',
}

/**
 * Reads the messages of an account's queue. A message and its consequences are one transaction, committed before it is
 * deleted from the queue. Unknown messages are stored and deleted too, since they would block the queue.
 */
@Injectable()
export class PollRri {
  constructor(
    private readonly sessions: RriSessions,
    private readonly messages: TakeMessage,
  ) {}

  /** Handles all messages. Throws errors of the session, and when the registry refuses. */
  async poll(account: RriAccount, isStopped: () => boolean): Promise<void> {
    while (!isStopped() && (await this.takeNext(account)));
  }

  /** Handles the oldest message. Returns false for an empty queue. */
  private takeNext(account: RriAccount): Promise<boolean> {
    return this.sessions.of(account.account).queue.withSession(async (session) => {
      const answer = await session.transact(readQueue)
      if (answer.result !== 'success') throw new Error(`QUEUE-READ was answered ${textOfErrors(answer)}`)
      const id = answer.head.first('msgid')
      if (id === undefined) return false
      const type = answer.head.first('msgtype') ?? ''
      await this.messages.take(account, messageOf(answer, id, type))
      const deleted = await session.transact(deleteFromQueue(id, type))
      if (deleted.result !== 'success')
        throw new Error(`message ${id} was not deleted from the queue: ${textOfErrors(deleted)}`)
      return true
    })
  }
}

function messageOf({ head, frame }: RriAnswer, id: string, type: string) {
  const name = head.first('domain-ace') ?? head.first('domain')
  const object = name === undefined ? undefined : ({ mapping: 'domain', id: name.toLowerCase() } as const)
  const known = types[type.toLowerCase()]
  const queuedAt = new Date(head.first('msgtime') ?? '')
  const news: News = known === undefined ? { kind: 'other', object } : { kind: 'event', object }
  return {
    frame,
    isUnknown: known === undefined,
    message: {
      id,
      count: Number(head.first('msgcnt') ?? 1),
      queuedAt: Number.isNaN(queuedAt.getTime()) ? undefined : queuedAt,
      text: known === undefined ? `a message of the type ${type}` : known,
      news,
    },
  }
}
