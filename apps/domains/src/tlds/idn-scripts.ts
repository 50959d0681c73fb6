/** A script or language that internationalized labels of an extension can have, by its value in orders. */
export interface IdnScript {
  readonly value: string
  readonly description: string
  /** Its Unicode scripts, by ISO 15924 code. A label is written in one of them, or in the East Asian ones together. */
  readonly scripts: readonly string[]
  /** Name of the registry's IDN table for such labels; without one the registry chooses. */
  readonly table?: string
}

/** Scripts that are mixed with each other and with Latin letters (Unicode Technical Standard 39, section 5.2). */
const together = new Set(['Hani', 'Hira', 'Kana', 'Hang'])

/** Cached patterns of labels, by their scripts. */
const spelled = new Map<string, RegExp>()

/** Whether a U-label has letters of one script alone. Digits and hyphens belong to every script. */
export function fitsScript(label: string, { scripts }: Pick<IdnScript, 'scripts'>): boolean {
  const [first = ''] = scripts
  const alternatives = together.has(first) ? [[...scripts, 'Latn']] : scripts.map((each) => [each])
  return alternatives.some((letters) => lettersOf(letters).test(label))
}

function lettersOf(scripts: readonly string[]): RegExp {
  const key = scripts.join()
  const letters = scripts.map((each) => `\\p{Script_Extensions=${each}}`).join('')
  const known = spelled.get(key) ?? new RegExp(`^[${letters}\\p{Script=Inherited}0-9-]+$`, 'u')
  spelled.set(key, known)
  return known
}
