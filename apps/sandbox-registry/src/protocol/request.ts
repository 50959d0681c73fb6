import { Refusal } from '../model/result'
import { Fields, onlyChild, token, unexpected } from '../xml/fields'
import { CONTACT, DOMAIN, EPP, HOST, MAINTENANCE } from '../xml/namespaces'
import type { Element } from '../xml/read'

/** A message a client may send: hello, or a command (RFC 5730 section 2.5 and 2.9). */
export type Request = { readonly kind: 'hello' } | CommandRequest

export interface CommandRequest {
  readonly kind: 'command'
  /** `login`, `logout`, `poll`, or object and verb such as `domain:create`. Audit and faults use this name. */
  readonly name: string
  /** The names or identifiers in the command; values that are too long are left out. */
  readonly objects: readonly string[]
  /** The verb's element; in an object command its only child. */
  readonly payload: Element
  /** The `op` of a transfer. */
  readonly op: string | undefined
  /** The elements that extend the command, by namespace (RFC 5730 section 2.7.2). */
  readonly extensions: ReadonlyMap<string, Element>
}

const sessionVerbs = new Set(['login', 'logout', 'poll'])
const objectVerbs = new Set(['check', 'create', 'delete', 'info', 'renew', 'transfer', 'update'])
// A Map: the client chooses the namespace, and an object would also find the names that it inherits.
const rfcPrefixes = new Map([
  [DOMAIN, 'domain'],
  [CONTACT, 'contact'],
  [HOST, 'host'],
  [MAINTENANCE, 'maintenance'],
])

/** What dialects add to the commands of the RFCs. */
export interface OwnForms {
  /** The prefixes of their object mappings in names of commands, by namespace. */
  readonly prefixes: ReadonlyMap<string, string>
  /** Their own verbs. */
  readonly verbs: ReadonlySet<string>
  /** Namespaces of which several elements extend one command: they are the children of one entry. */
  readonly several: ReadonlySet<string>
  /** Reads the element in `<extension>` below `<epp>`; undefined when no dialect has it. */
  readonly read: (element: Element) => Pick<CommandRequest, 'name' | 'objects' | 'payload'> | undefined
}

/** Finds the clTRID even in an invalid command: its refusal repeats the clTRID too. */
export function findClTRID(root: Element): string | undefined {
  const own = child(root, 'extension')?.children[0]
  const clTRID = (child(child(root, 'command'), 'clTRID') ?? findDescendant(own, 'clTRID'))?.text.trim()
  return clTRID !== undefined && clTRID.length >= 3 && clTRID.length <= 64 ? clTRID : undefined
}

function findDescendant(parent: Element | undefined, local: string): Element | undefined {
  return child(parent, local) ?? parent?.children.map((each) => findDescendant(each, local)).find(Boolean)
}

/** The clID of a login. */
export function registrarIn({ name, payload }: CommandRequest): string | undefined {
  return name === 'login' ? child(payload, 'clID')?.text.trim() : undefined
}

const child = (parent: Element | undefined, local: string): Element | undefined =>
  parent?.children.find((each) => each.local === local)

/**
 * Reads a message. Refuses with 2000, 2001, 2101, 2103 or 2307 what this registry does not support.
 * `own` has what dialects add.
 */
export function readRequest(root: Element, own: OwnForms): Request {
  if (root.ns !== EPP || root.local !== 'epp') throw unexpected(root, 'the root element is not <epp> of EPP 1.0')
  const message = onlyChild(root)
  if (message.ns !== EPP) throw unexpected(message, `<${message.local}> is not of EPP 1.0`)
  if (message.local === 'hello') return { kind: 'hello' }
  if (message.local === 'extension') return ownRequest(message, own)
  if (message.local !== 'command') throw new Refusal(2000, `a client does not send <${message.local}>`)

  const fields = new Fields(message)
  const verb = message.children[0]
  if (!verb || verb.ns !== EPP) throw unexpected(verb ?? message, '<command> opens with a verb of EPP 1.0')
  if (!sessionVerbs.has(verb.local) && !objectVerbs.has(verb.local) && !own.verbs.has(verb.local))
    throw new Refusal(2000)
  fields.required(verb.local)
  const extension = fields.optional('extension')
  const clTRID = fields.optional('clTRID')
  fields.end()
  if (clTRID) token(clTRID, [3, 64])
  const extensions = readExtensions(extension, own.several)
  if (sessionVerbs.has(verb.local)) {
    return { kind: 'command', name: verb.local, objects: [], payload: verb, op: undefined, extensions }
  }
  return objectCommand(verb, extensions, own.prefixes)
}

function ownRequest(message: Element, own: OwnForms): CommandRequest {
  const element = onlyChild(message)
  const read = own.read(element)
  if (!read) throw new Refusal(2103, 'the extension is not implemented', { ...element, text: '' })
  return { kind: 'command', ...read, op: undefined, extensions: new Map() }
}

function objectCommand(
  verb: Element,
  extensions: CommandRequest['extensions'],
  ownPrefixes: ReadonlyMap<string, string>,
): CommandRequest {
  const payload = verb.local === 'transfer' || !objectVerbs.has(verb.local) ? onlyChild(verb, 'op') : onlyChild(verb)
  const prefix = rfcPrefixes.get(payload.ns) ?? ownPrefixes.get(payload.ns)
  if (!prefix) throw new Refusal(2307, 'this kind of object is not supported', { ...payload, text: '' })
  if (payload.local !== verb.local) throw unexpected(payload, `<${verb.local}> holds <${payload.local}>`)
  const objects = payload.children
    .filter((child) => child.local === (payload.ns === CONTACT ? 'id' : 'name'))
    .map((child) => (payload.ns === CONTACT ? child.text.trim() : child.text.trim().toLowerCase()))
    .filter((object) => object.length <= 255)
  return { kind: 'command', name: `${prefix}:${verb.local}`, objects, payload, op: verb.attributes.op, extensions }
}

function readExtensions(extension: Element | undefined, several: OwnForms['several']): CommandRequest['extensions'] {
  const extensions = new Map<string, Element>()
  if (!extension) return extensions
  if (extension.children.length === 0) throw unexpected(extension, '<extension> is empty')
  for (const child of extension.children) {
    const { ns } = child
    const before = extensions.get(ns)
    const isTwice = several.has(ns) ? before?.children.some(({ local }) => local === child.local) : before
    if (isTwice) throw unexpected(child, 'an extension is given twice')
    const children = [...(before?.children ?? []), child]
    extensions.set(ns, several.has(ns) ? { ns, local: 'extension', attributes: {}, text: '', children } : child)
  }
  return extensions
}
