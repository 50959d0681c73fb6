import { TemplateFault } from './template'

/** HTML that a mail may not have: programs of mail remove or block it, or it acts without a click of the reader. */
const REFUSED =
  /<\/?\s*(?:script|iframe|frame|object|embed|applet|form|input|button|base|meta|link|svg|math)\b|<[^>]*\son\w+\s*=|(?:javascript|vbscript|data)\s*:/i

/** A variable in a tag that is not in the quotes of an attribute: its value could add attributes. */
const UNQUOTED = /<(?:[a-z/!](?:[^<>"'{]|\{(?!\{)|"[^"]*"|'[^']*')*)?\{\{/i

/** What is wrong with the HTML that an account has written; undefined if nothing is. */
export function faultOfOwnHtml(html: string): TemplateFault | undefined {
  const refused = REFUSED.exec(html)
  if (refused) return new TemplateFault(lineOf(html, refused.index), `${refused[0].trim().slice(0, 30)} is not allowed`)
  const unquoted = UNQUOTED.exec(html)
  if (unquoted) return new TemplateFault(lineOf(html, unquoted.index), 'a variable in an HTML tag must be in quotes')
  return undefined
}

function lineOf(html: string, index: number): number {
  return html.slice(0, index).split('\n').length
}
