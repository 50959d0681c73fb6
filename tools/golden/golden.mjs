/**
 * `npm run golden`: builds the repository and writes every golden file; `--check` compares them instead, and fails with
 * the difference. A room has goldens if its `src/golden.ts` exports `goldens()`: a list of `{ file, text }`, with the
 * path from the root of the repository. The lists in the READMEs of the apps are goldens too (`room-pages.mjs`),
 * and so are the definitions of the broker (`broker-definitions.mjs`).
 *
 * `--check` also compares the description of the public API with the released one. It fails on a change that breaks
 * clients, unless the major version changed. `--release` makes the current description the released one.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { breakingChanges } from './breaking-changes.cjs'
import { brokerDefinitions } from './broker-definitions.mjs'
import { roomPages } from './room-pages.mjs'

const root = resolve(import.meta.dirname, '../..')
const check = process.argv.includes('--check')
const require = createRequire(import.meta.url)

const rooms = ['libs', 'apps', 'tools']
  .flatMap((layer) => readdirSync(join(root, layer)).map((room) => join(root, layer, room)))
  .filter((room) => existsSync(join(room, 'src/golden.ts')))

build()
// The lists of declarations first: everything else is printed from them.
const lists = require(join(root, 'libs/contracts/dist/declarations.js')).declarations()
if (!check && lists.some(isStale)) {
  write(lists.filter(isStale))
  build()
}

const printed = []
for (const room of rooms) printed.push(...(await require(join(room, 'dist/golden.js')).goldens()))
printed.push(...roomPages(root, require(join(root, 'libs/contracts/dist/operations.js')).operations))

const { messages } = require(join(root, 'libs/contracts/dist/messages.js'))
const { services } = require(join(root, 'libs/contracts/dist/operation.js'))
printed.push(brokerDefinitions(root, services, messages, require(join(root, 'libs/messaging/dist/topology.js'))))

const stale = printed.filter(isStale)

const RELEASED = join(root, 'apps/gateway/golden/openapi.released.json')
const description = printed.find(({ file }) => file === 'apps/gateway/golden/openapi.json').text

if (check) {
  for (const golden of stale) showDifference(golden)
  console.log(stale.length ? `\n${stale.length} goldens differ: if that is intended, run \`npm run golden\` and commit them` : `${printed.length} goldens are up to date`)
  const broken = brokenSinceRelease()
  for (const change of broken) console.log(`breaks clients: ${change}`)
  if (broken.length) console.log('\nUndo these changes, or see docs/deprecation.md.')
  process.exitCode = stale.length || broken.length ? 1 : 0
} else {
  write(stale)
  console.log(`${printed.length} goldens, ${stale.length} changed`)
  if (process.argv.includes('--release')) writeFileSync(RELEASED, description)
}

function build() {
  const stdio = ['ignore', 'ignore', 'inherit']
  execFileSync(process.execPath, [join(root, 'tools/build/build.cjs')], { cwd: root, stdio })
}

function isStale({ file, text }) {
  const path = join(root, file)
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
}

function write(goldens) {
  for (const { file, text } of goldens) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
    console.log(`wrote ${file}`)
  }
}

function brokenSinceRelease() {
  const [before, after] = [readFileSync(RELEASED, 'utf8'), description].map((text) => JSON.parse(text))
  const major = ({ info }) => info.version.split('.', 1)[0]
  return major(before) === major(after) ? breakingChanges(before, after) : []
}

function showDifference({ file, text }) {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'))
  const fresh = join(folder, 'printed')
  writeFileSync(fresh, text)
  const old = existsSync(join(root, file)) ? join(root, file) : '/dev/null'
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--no-color', old, fresh], { encoding: 'utf8' })
  console.log(`${file}\n${stdout}`)
  rmSync(folder, { recursive: true })
}
