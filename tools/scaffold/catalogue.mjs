import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { delegatedGtlds } from './delegated.mjs'

/**
 * `npm run catalogue -- <list>`: makes the list of delegated generic extensions in `apps/domains/catalogue/delegated`. The
 * list is a JSON array of names, such as `index.json` of the npm package `tlds` (MIT), or a text with one name on a line.
 */
const folder = join(import.meta.dirname ?? fileURLToPath(new URL('.', import.meta.url)), '../../apps/domains/catalogue')
const [given] = process.argv.slice(2)
if (given === undefined) throw new Error('Name the file with the list of top-level domains.')

const json = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const shipped = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'additional-data.json')
  .flatMap((file) => json(file).map(({ record }) => record.suffix))
const groups = delegatedGtlds(readFileSync(given, 'utf8'), json('delegated/back-ends.json'), new Set(shipped))
const lines = groups.map(({ backEnd, suffixes }) => `  ${JSON.stringify({ backEnd, suffixes })}`)
writeFileSync(join(folder, 'delegated/gtlds.json'), `[\n${lines.join(',\n')}\n]\n`)
process.stdout.write(`${groups.reduce((sum, { suffixes }) => sum + suffixes.length, 0)} generic extensions\n`)
