import { createHash } from 'node:crypto'
import { addDays } from '../model/calendar'
import { putOwnOfDomain } from '../objects/own-data.store'
import { insertPollMessage, type Notice } from '../objects/poll-message.store'
import { element } from '../xml/write'
import { one, type RriCommand } from './command'
import { lockNamed, lockOwn, type OwnOfDomain } from './domain-fields'
import { RriRefusal } from './refusal'

/** The code that the letter to the holder has: that of DENIC's test environment (RRI access, special features). */
export const POSTED_CODE = 'geheim'

const DAYS = 30
const named = { domain: 'one', 'domain-ace': 'optional' } as const

/** Which code of a domain an AuthInfo is; undefined when it is none. A code ends with its last day. */
export function openedBy(authInfo: string, { authInfo1, authInfo2 }: OwnOfDomain, now: Date): 1 | 2 | undefined {
  const today = now.toISOString()
  if (authInfo2 && authInfo === POSTED_CODE && today <= authInfo2.until) return 2
  const hash = createHash('sha256').update(authInfo).digest('hex')
  return authInfo1 && authInfo1.hash === hash && today.slice(0, 10) <= authInfo1.until ? 1 : undefined
}

/** A message in this registry's own form. */
export function messageFor(registrar: string, at: Date, type: string, lines: Readonly<Record<string, string>>): Notice {
  const content = Object.entries(lines).map(([keyword, value]) => element(keyword, {}, value))
  return { registrar, at, text: type, resData: element('rri', { type }, content) }
}

export const authInfoCommands: Readonly<Record<string, RriCommand>> = {
  'CREATE-AUTHINFO1': {
    name: 'domain:create-authinfo1',
    isChange: true,
    keywords: { ...named, authinfohash: 'one', authinfoexpire: 'optional' },
    async run(fields, context) {
      const { domain, own } = await lockOwn(fields, context)
      if (domain.rgp !== null) throw new RriRefusal('status')
      const today = context.now.toISOString().slice(0, 10)
      if (own.authInfo1 && own.authInfo1.until >= today) throw new RriRefusal('hasAuthInfo')
      const hash = one(fields, 'authinfohash').toLowerCase()
      if (!/^[0-9a-f]{64}$/.test(hash)) throw new RriRefusal('semantics', 'authinfohash')
      const latest = addDays(context.now, DAYS).toISOString().slice(0, 10)
      const given = fields.get('authinfoexpire')?.[0]
      const until = given === undefined ? latest : given.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
      if (!/^\d{4}-\d\d-\d\d$/.test(until) || until < today || until > latest)
        throw new RriRefusal('semantics', 'authinfoexpire')
      await putOwnOfDomain(context.db, domain.name, { ...own, authInfo1: { hash, until } })
      return { lines: [['AuthInfoExpire', `${until}T23:59:59Z`]] }
    },
  },
  'DELETE-AUTHINFO1': {
    name: 'domain:delete-authinfo1',
    isChange: true,
    keywords: named,
    async run(fields, context) {
      const { domain, own } = await lockOwn(fields, context)
      const { authInfo1, ...rest } = own
      if (!authInfo1) throw new RriRefusal('noAuthInfo')
      await putOwnOfDomain(context.db, domain.name, rest)
      return {}
    },
  },
  'CREATE-AUTHINFO2': {
    name: 'domain:create-authinfo2',
    isChange: true,
    keywords: named,
    async run(fields, context) {
      const { db, now } = context
      const { domain, own } = await lockNamed(fields, context)
      if (own.authInfo2 && own.authInfo2.until > now.toISOString()) throw new RriRefusal('hasAuthInfo')
      const until = addDays(now, DAYS).toISOString()
      await putOwnOfDomain(db, domain.name, { ...own, authInfo2: { until } })
      await insertPollMessage(db, messageFor(domain.sponsor, now, 'authInfo2Notify', { Domain: domain.name }))
      return { lines: [['AuthInfoExpire', until]] }
    },
  },
}
