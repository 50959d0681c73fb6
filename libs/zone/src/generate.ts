/** Longest template: a small file must not make a huge zone. A name and an address need a tenth of it. */
const LONGEST_TEMPLATE = 2_000

/**
 * Returns the lines that a `$GENERATE` line of BIND stands for, one for each number of its range, or what is wrong with
 * it. `fields` follow the directive. At most `most` lines are allowed.
 */
export function generatedLines(fields: readonly string[], most: number): string[] | string {
  const [range = '', ...templates] = fields
  const [, first, last, step = '1'] = /^(\d{1,10})-(\d{1,10})(?:\/(\d{1,10}))?$/.exec(range) ?? []
  if (first === undefined || Number(last) < Number(first) || Number(step) === 0) {
    return `the range ${range} is not of the form start-stop or start-stop/step`
  }
  if (templates.length < 3) return '$GENERATE takes a range, a name, a type and a value'
  const count = Math.floor((Number(last) - Number(first)) / Number(step)) + 1
  if (count > most)
    return `$GENERATE makes more than the ${most} records that a file may still generate: write the others out`
  const template = [...templates.slice(0, -1), unquoted(templates.at(-1) as string)].join(' ')
  if (template.length > LONGEST_TEMPLATE)
    return `the name, type and value of $GENERATE may have at most ${LONGEST_TEMPLATE} characters together`
  const faulty = modifiersOf(template).find((modifiers) => !modifierForm.test(modifiers))
  if (faulty !== undefined) return `{${faulty}} is not of the form {offset,width,base}`
  return Array.from({ length: count }, (_, at) => fillIn(template, Number(first) + at * Number(step)))
}

/** A value of several fields is in quotation marks, and its own quotation marks have a backslash. */
function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll('\\"', '"') : value
}

/** Matches an escape, `$$` for a dollar sign, or the number with or without modifiers. */
const place = /\\.|\$\$|\$\{([^}]*)\}?|\$/gs
const modifierForm = /^(-?\d{1,10})(?:,(\d{1,2})(?:,([doxXnN]))?)?$/

function modifiersOf(template: string): string[] {
  return [...template.matchAll(place)].flatMap(([, modifiers]) => modifiers ?? [])
}

function fillIn(template: string, number: number): string {
  return template.replaceAll(place, (found, modifiers: string | undefined) => {
    if (found.startsWith('\\')) return found
    if (found === '$$') return '$'
    const [, offset = '0', width = '0', base = 'd'] = modifierForm.exec(modifiers ?? '') ?? []
    return spelled(number + Number(offset), Number(width), base)
  })
}

const radix: Readonly<Record<string, number>> = { d: 10, o: 8, x: 16, X: 16 }

function spelled(number: number, width: number, base: string): string {
  const digits = base in radix ? number.toString(radix[base]).padStart(width, '0') : nibbles(number, width)
  return base === 'X' || base === 'N' ? digits.toUpperCase() : digits
}

/**
 * Returns hexadecimal digits from the last to the first, separated by dots, as in names of ip6.arpa. The width counts the
 * dots, so an even width means one more dot at the end.
 */
function nibbles(number: number, width: number): string {
  const digits = [...number.toString(16).padStart(Math.ceil(width / 2), '0')].reverse()
  return `${digits.join('.')}${digits.length * 2 === width ? '.' : ''}`
}
