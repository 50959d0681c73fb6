import { extensionOf, type Answer } from '@nameyard/epp/answer'
import { attribute, ElementReader, ProtocolError, token } from '@nameyard/epp/element-reader'
import { EPP } from '@nameyard/epp/namespaces'
import type { News } from '@nameyard/epp/poll/news'
import type { Response } from '@nameyard/epp/response'
import type { XmlElement } from '@nameyard/epp/xml'

/** The text of `<conditions>` in a refusal: what is wrong, with the numbers of the registry. */
export function conditionsIn(refusal: Response<unknown>, ns: string): string | undefined {
  const conditions = extensionOf(refusal, ns, 'conditions')?.all('condition')
  if (!conditions || conditions.length === 0) return undefined
  return conditions.map(conditionOf).join('; ')
}

function conditionOf(condition: XmlElement): string {
  const fields = new ElementReader(condition)
  const [msg, details] = [fields.optionalToken('msg'), fields.optionalToken('details')]
  const said = [msg, details].filter((part) => part !== undefined).join(': ')
  return condition.attrs.code === undefined ? said : `${said} (${condition.attrs.code})`
}

/**
 * Reads a `<message>`: a copy of the late answer to an earlier command, or an event of the domain or contact that an entry
 * names.
 */
export function messageIn({ resData, msgQ }: Answer, ns: string): News | undefined {
  const element = resData.find((each) => each.ns === ns && each.local === 'message')
  if (!element) return undefined
  const data = new ElementReader(element).find('data')
  const copy = data && descendant(data, 'response')
  if (copy) return lateAnswer(new ElementReader(copy, EPP), msgQ?.qDate ?? new Date(0))
  const entries = data?.children.filter(({ local }) => local === 'entry') ?? []
  const named = (name: string) => entries.find(({ attrs }) => attrs.name === name)
  const [domain, contact] = [named('domain'), named('contact')]
  if (domain) return { kind: 'event', object: { mapping: 'domain', id: token(domain) } }
  return { kind: 'event', object: contact && { mapping: 'contact', id: token(contact) } }
}

function lateAnswer(response: ElementReader, date: Date): News {
  const ids = new ElementReader(response.get('trID'), EPP)
  const [result] = response.all('result')
  if (!result) throw new ProtocolError('the copy of an answer has no result')
  return {
    kind: 'pending-action',
    object: undefined,
    carriedOut: Number(attribute(result, 'code')) < 2000,
    clTRID: ids.optionalToken('clTRID'),
    svTRID: ids.token('svTRID'),
    date,
  }
}

function descendant(parent: XmlElement, local: string): XmlElement | undefined {
  const found = parent.children.find((each) => each.local === local)
  return found ?? parent.children.map((each) => descendant(each, local)).find((each) => each !== undefined)
}
