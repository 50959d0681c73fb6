import { z } from 'zod'
import { encodeAuthInfo } from '@nameyard/epp/auth-info'
import { noData, type Command } from '@nameyard/epp/command'
import { clID, label } from '@nameyard/epp/constraints'
import { DOMAIN, EPP } from '@nameyard/epp/namespaces'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import type { ContactIds } from '../contact'
import { verb } from '../verb'
import { FRNIC } from './namespaces'

const own = elementsOf(FRNIC)

/** The contacts that a domain gets by a transfer, and whether its DS records stay. */
export function takeover(name: string, { admin, tech }: ContactIds, keepsDs: boolean): XmlElement {
  if (admin === undefined || tech === undefined) throw new Error(`the transfer of ${name} names no contacts`)
  return own('ext', [own('transfer', [own('domain', contactsOf({ admin, tech }), { keepDS: keepsDs ? '1' : '0' })])])
}

/** Asks for another holder. Both holders confirm it. */
export function tradeDomain(name: string, registrant: string, authInfo: string): Command<undefined> {
  return ownCommand('trade', [
    own('name', label('name', name)),
    own('registrant', clID('registrant', registrant)),
    // The element is of this namespace, and its content of the domain mapping.
    own('authInfo', encodeAuthInfo(DOMAIN, { pw: authInfo }).children),
  ])
}

const handle = z.string().min(3).max(16)

/** Gets a domain for another holder without the consent of the old one, by contacts that exist at the registry. */
export const recover = verb({
  data: z.strictObject({
    authInfo: z.string().min(1),
    registrant: handle,
    admin: handle,
    tech: handle,
    keepsDs: z.boolean().default(false),
  }),
  takesOver: true,
  command: (name, { authInfo, registrant, admin, tech, keepsDs }) =>
    ownCommand(
      'recover',
      [
        own('name', label('name', name)),
        own('authInfo', encodeAuthInfo(DOMAIN, { pw: authInfo }).children),
        own('registrant', clID('registrant', registrant)),
        ...contactsOf({ admin, tech }),
      ],
      { keepDS: keepsDs ? '1' : '0' },
    ),
  isDone: (seen, { registrant }) => seen.registrant === registrant,
})

function contactsOf({ admin, tech }: Readonly<Record<'admin' | 'tech', string>>): XmlElement[] {
  return [own('contact', clID('admin', admin), { type: 'admin' }), own('contact', clID('tech', tech), { type: 'tech' })]
}

/** A command of the registry's own, outside of `<command>`. */
function ownCommand(
  kind: 'trade' | 'recover',
  fields: readonly XmlElement[],
  attributes: Readonly<Record<string, string>> = {},
): Command<undefined> {
  const request = own(kind, [own('domain', fields, attributes)], { op: 'request' })
  const envelope = (clTRID: string) =>
    elementsOf(EPP)('extension', [own('ext', [own('command', [request, own('clTRID', clTRID)])])])
  return { name: `domain:${kind}`, verb: request, envelope, decode: noData }
}
