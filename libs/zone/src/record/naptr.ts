import { characterString, domainNameOrNone, uint16 } from '../field'
import { recordType } from '../record-type'

/** A rule that rewrites a string or refers to the next name to look up (RFC 3403 section 4). */
export const naptr = recordType({
  name: 'NAPTR',
  code: 35,
  fields: {
    order: uint16,
    preference: uint16,
    flags: characterString,
    services: characterString,
    regexp: characterString,
    replacement: domainNameOrNone,
  },
  problem({ flags, regexp, replacement }) {
    if (!/^[a-z0-9]*$/i.test(flags.toString('latin1'))) return 'flags are letters and digits'
    if (regexp.length === 0) return undefined
    if (replacement !== '') return 'regexp and replacement cannot both be given: one is "" or .'
    return substitutionProblem(regexp.toString('latin1'))
  },
})

/**
 * Returns what is wrong with a substitution expression: delimiter, extended regular expression, delimiter, replacement,
 * delimiter, flags `i` (RFC 3402 3.2).
 */
function substitutionProblem(text: string): string | undefined {
  const delimiter = text[0] as string
  if (/[1-9i\\\0]/i.test(delimiter)) return `regexp cannot have ${delimiter} for its delimiter`
  const parts = ['']
  for (let at = 1; at < text.length; at++) {
    if (text[at] === delimiter) parts.push('')
    else {
      const escaped = text[at] === '\\' && at + 1 < text.length
      parts.push(`${parts.pop() ?? ''}${escaped ? text.slice(at, at + 2) : text[at]}`)
      if (escaped) at++
    }
  }
  const [expression = '', substitution = '', flags] = parts
  if (expression === '' || flags === undefined || parts.length > 3)
    return `regexp is not of the form ${delimiter}ere${delimiter}text${delimiter}`
  if (!/^i*$/.test(flags)) return `regexp has the flag ${flags}, it can only be i`
  const groups = groupsOf(expression)
  if (groups === undefined) return 'regexp has parentheses that do not match'
  const references = [...substitution.matchAll(/\\(.)/gs)].map(([, character]) => character as string)
  const missing = references.find(
    (character) => character === '0' || (/[1-9]/.test(character) && Number(character) > groups),
  )
  return missing === undefined ? undefined : `regexp refers to \\${missing}, it has ${groups} groups`
}

/** Returns the number of groups in an expression, or undefined if its parentheses do not match. */
function groupsOf(expression: string): number | undefined {
  const parentheses = expression.replaceAll(/\\.|\[\^?\]?[^\]]*\]|[^()]/gs, '')
  let open = 0
  for (const parenthesis of parentheses) if ((open += parenthesis === '(' ? 1 : -1) < 0) return undefined
  return open === 0 ? parentheses.length / 2 : undefined
}
