import { unexpected } from '../xml/fields'
import type { Element } from '../xml/read'
import { childrenOf } from '../xml/replace'
import type { OwnCommand } from './dialect'

/**
 * Reads a command in a namespace of the registry that is built like those of RFC 5730: a verb, its extensions, the clTRID.
 * Its payload is the whole command; `verbOf` and `extensionIn` find the parts.
 */
export function readExtendedCommand(root: Element, verbs: readonly string[]): OwnCommand {
  const { verb, object } = verbOf(root)
  if (!verb || !object || !verbs.includes(verb.local)) throw unexpected(root, `the command is ${verbs.join(' or ')}`)
  const objects = childrenOf(object, 'name').map(({ text }) => text.trim().toLowerCase())
  return { name: `domain:${verb.local === 'transfer' ? 'execute' : verb.local}`, objects, payload: root }
}

/** The verb, and the element of the object mapping in it. */
export function verbOf(command: Element): { readonly verb: Element | undefined; readonly object: Element | undefined } {
  const [verb] = command.children
  return { verb, object: verb?.children[0] }
}

/** The element of an extension of the command. */
export function extensionIn(command: Element, ns: string): Element | undefined {
  return childrenOf(command, 'extension')[0]?.children.find((child) => child.ns === ns)
}
