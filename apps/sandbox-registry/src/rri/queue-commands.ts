import { countPollMessages, deletePollMessage, findOldestPollMessage } from '../objects/poll-message.store'
import { one, type RriCommand, type RriResult } from './command'
import { RriRefusal } from './refusal'
import type { Line } from './text'

/** Identifiers have 30 characters at least. */
const PREFIX = '00000000-0000-0000-0000-'
const idOf = (number: string) => PREFIX + number.padStart(12, '0')

export const queueCommands: Readonly<Record<string, RriCommand>> = {
  'QUEUE-READ': {
    name: 'queue:read',
    isChange: false,
    keywords: {},
    async run(_, { db, registrar }): Promise<RriResult> {
      for (;;) {
        const message = await findOldestPollMessage(db, registrar)
        if (!message) return { lines: [['Msgcnt', '0']] }
        const { resData, id, at, count } = message
        if (resData?.name === 'rri' && typeof resData.content !== 'string') {
          const lines = resData.content.map(({ name, content }): Line => [name, content as string])
          const head: readonly Line[] = [
            ['Msgcnt', String(count)],
            ['Msgtime', at.toISOString()],
            ['Msgid', idOf(id)],
            ['Msgtype', resData.attributes.type!.toLowerCase()],
          ]
          return { lines: [...head, ...lines] }
        }
        // What the registry tells about by EPP only.
        await deletePollMessage(db, registrar, id)
      }
    },
  },
  'QUEUE-DELETE': {
    name: 'queue:delete',
    isChange: false,
    keywords: { msgid: 'one', msgtype: 'one' },
    async run(fields, { db, registrar }) {
      const id = one(fields, 'msgid')
      const number = /^00000000-0000-0000-0000-(\d{12})$/.exec(id)?.[1]
      const isDeleted = number !== undefined && (await deletePollMessage(db, registrar, String(Number(number))))
      if (!isDeleted) throw new RriRefusal('noMessage', id)
      return { lines: [['Msgcnt', String(await countPollMessages(db, registrar))]] }
    },
  },
}
