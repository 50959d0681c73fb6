import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of the sources, seen from `src` as well as from `dist`. */
const SOURCES = join(__dirname, '../src')

/** A file that declares messages or operations, by its path without `.ts`, and the names it exports for them. */
interface Declaring {
  readonly path: string
  readonly names: readonly string[]
}

/** The modules that list all operations, all messages and all types of account events. */
export function declarations(): { file: string; text: string }[] {
  return [
    {
      file: 'libs/contracts/src/declared-operations.ts',
      text: printDeclarations(['operation', 'internalOperation']),
    },
    { file: 'libs/contracts/src/declared-messages.ts', text: printDeclarations(['event', 'command']) },
    { file: 'libs/contracts/src/declared-account-events.ts', text: printDeclarations(['accountEvent']) },
  ]
}

/**
 * Prints the module that exports all values declared with one of these functions, so that types, runtime and bundlers
 * see the same list. A declaration must be written as `export const name = operation({`.
 */
function printDeclarations(makers: readonly string[]): string {
  const lines = declaringFiles(makers).map(exported)
  return `// Printed by \`npm run golden\` from the declarations in this folder; do not edit.\n${lines.join('') || 'export {}\n'}`
}

/** Longest line of the code style. */
const LONGEST = 120

function exported({ path, names }: Declaring): string {
  const line = `export { ${names.join(', ')} } from './${path}'`
  return line.length <= LONGEST
    ? `${line}\n`
    : `export {\n${names.map((name) => `  ${name},\n`).join('')}} from './${path}'\n`
}

function declaringFiles(makers: readonly string[]): Declaring[] {
  const call = `(?:${makers.join('|')})\\(\\{`
  const declaration = new RegExp(`^export const (\\w+) = ${call}`, 'gm')
  const anyCall = new RegExp(`^(?!\\s|/|\\*).*${call}`, 'gm')
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes('/') && file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(SOURCES, file), 'utf8')
      const names = [...text.matchAll(declaration)].map(([, name]) => name!)
      const calls = text.match(anyCall)?.length ?? 0
      if (calls > names.length) throw new Error(`${file}: declare with \`export const name = ${makers[0]}({\``)
      return names.length > 0 ? [{ path: file.slice(0, -'.ts'.length), names }] : []
    })
}
