import { changeContact, findContact, insertContact, lockContact, type Contact } from '../objects/contact.store'
import { findOwnOfContacts, putOwnOfContact } from '../objects/own-data.store'
import { one, type RriCommand, type RriContext } from './command'
import { RriRefusal } from './refusal'
import type { Block, Fields, Line } from './text'

const keywords = {
  handle: 'one',
  type: 'one',
  name: 'optional',
  organisation: 'many',
  address: 'many',
  postalcode: 'optional',
  city: 'optional',
  countrycode: 'optional',
  email: 'many',
  phone: 'optional',
  'uri-template': 'optional',
} as const

export const contactCommands: Readonly<Record<string, RriCommand>> = {
  CHECK: {
    name: 'contact:check',
    isChange: false,
    keywords: { handle: 'one' },
    async run(fields, { db }) {
      const handle = one(fields, 'handle')
      const status = (await findContact(db, handle)) ? 'exist' : 'free'
      return {
        lines: [
          ['Handle', handle],
          ['Status', status],
        ],
      }
    },
  },
  INFO: {
    name: 'contact:info',
    isChange: false,
    keywords: { handle: 'one' },
    async run(fields, context) {
      const contact = await findContact(context.db, one(fields, 'handle'))
      if (contact?.sponsor !== context.registrar) throw new RriRefusal('noHandle')
      return { lines: await linesOf(contact, context) }
    },
  },
  CREATE: {
    name: 'contact:create',
    isChange: true,
    keywords,
    async run(fields, { db, registrar, now }) {
      const { contact, own } = readContact(fields, registrar)
      if (!(await insertContact(db, contact, registrar, now))) throw new RriRefusal('handle', contact.id)
      await putOwnOfContact(db, contact.id, own)
      return {}
    },
  },
  UPDATE: {
    name: 'contact:update',
    isChange: true,
    keywords,
    async run(fields, { db, registrar, now }) {
      const { contact, own } = readContact(fields, registrar)
      const held = await lockContact(db, contact.id)
      if (held?.sponsor !== registrar) throw new RriRefusal('noHandle', contact.id)
      await changeContact(db, { ...contact, setStatuses: held.setStatuses }, { registrar, now })
      await putOwnOfContact(db, contact.id, own)
      return {}
    },
  },
}

/** The block of a contact in the answer to INFO of a domain. */
export async function blockOf(heading: string, handle: string, context: RriContext): Promise<Block[]> {
  const contact = await findContact(context.db, handle)
  return contact ? [{ heading, lines: await linesOf(contact, context) }] : []
}

function readContact(fields: Fields, registrar: string) {
  const handle = one(fields, 'handle')
  if (!handle.startsWith(`${registrar}-`) || !/^[A-Z0-9-]{9,32}$/.test(handle))
    throw new RriRefusal('semantics', 'a handle is the RegAccId, a hyphen and an ID of capitals and digits')
  const type = one(fields, 'type').toUpperCase()
  if (!['ORG', 'PERSON', 'REQUEST'].includes(type)) throw new RriRefusal('semantics', 'type')
  const needed =
    type === 'REQUEST' ? ['uri-template'] : ['name', 'address', 'postalcode', 'city', 'countrycode', 'email', 'phone']
  const missing = needed.find((name) => !fields.get(name)?.[0])
  if (missing !== undefined) throw new RriRefusal('semantics', `${missing} is missing`)
  const value = (name: string) => fields.get(name)?.[0] ?? ''
  const address = {
    type: 'loc' as const,
    name: value('name'),
    org: fields.get('organisation')?.[0] ?? null,
    street: fields.get('address') ?? [],
    city: value('city'),
    sp: null,
    pc: value('postalcode'),
    cc: value('countrycode'),
  }
  const empty = { voiceExtension: null, fax: null, faxExtension: null, disclose: null, authInfo: null }
  const isRequest = type === 'REQUEST'
  return {
    contact: {
      ...empty,
      id: handle,
      postalInfo: isRequest ? [] : [address],
      voice: isRequest ? null : value('phone'),
      email: value('email'),
    },
    own: { type, ...(isRequest && { uriTemplate: value('uri-template') }) },
  }
}

async function linesOf(contact: Contact, { db }: RriContext): Promise<Line[]> {
  const own = (await findOwnOfContacts(db, [contact.id])).get(contact.id) ?? {}
  const [address] = contact.postalInfo
  const { type = 'PERSON', uriTemplate } = own as { type?: string; uriTemplate?: string }
  return [
    ['Handle', contact.id],
    ['Type', type],
    ...(uriTemplate === undefined ? [] : [['Uri-Template', uriTemplate] as const]),
    ...(address
      ? ([
          ['Name', address.name],
          ...(address.org === null ? [] : [['Organisation', address.org] as const]),
          ...address.street.map((line) => ['Address', line] as const),
          ['PostalCode', address.pc ?? ''],
          ['City', address.city],
          ['CountryCode', address.cc],
          ['Email', contact.email],
          ['Phone', contact.voice ?? ''],
        ] as const)
      : []),
    ['Changed', (contact.updatedAt ?? contact.createdAt).toISOString()],
  ]
}
