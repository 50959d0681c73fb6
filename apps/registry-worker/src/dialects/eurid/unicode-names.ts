import { domainToASCII } from 'node:url'
import type { Answer } from '@nameyard/epp/answer'
import type { Command } from '@nameyard/epp/command'
import { DOMAIN } from '@nameyard/epp/namespaces'
import type { XmlElement } from '@nameyard/epp/xml'
import { toUnicode } from '@nameyard/names/idna'

/** The same command with names of domains in U-labels, as the registry writes them; the data of its answer has A-labels. */
export function withUnicodeNames<Data>(command: Command<Data>): Command<Data> {
  return {
    ...command,
    verb: renamed(command.verb, toUnicode),
    decode: (answer: Answer) =>
      command.decode({ ...answer, resData: answer.resData.map((each) => renamed(each, toAscii)) }),
  }
}

function renamed(element: XmlElement, to: (name: string) => string): XmlElement {
  if (element.ns === DOMAIN && element.local === 'name') return { ...element, text: to(element.text) }
  return { ...element, children: element.children.map((child) => renamed(child, to)) }
}

/** A name without an ASCII form stays as the registry wrote it. */
function toAscii(name: string): string {
  return domainToASCII(name) || name
}
