/**
 * `npm run golden`: builds the house and prints every golden anew; `--check` compares instead and fails with the
 * difference. A room has goldens when its `src/golden.ts` exports `goldens()`: a list of `{ file, text }`, `file`
 * from the root of the repository.
 *
 * `--check` also compares the description of the public API with the released one and fails on what would break its
 * clients, unless the major version moved. `--release` makes today's description the released one.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { breakingChanges } from './breaking-changes.cjs'

const root = resolve(import.meta.dirname, '../..')
const check = process.argv.includes('--check')
const require = createRequire(import.meta.url)

const rooms = ['libs', 'apps', 'tools']
  .flatMap((layer) => readdirSync(join(root, layer)).map((room) => join(root, layer, room)))
  .filter((room) => existsSync(join(room, 'src/golden.ts')))

execFileSync(process.execPath, [join(root, 'tools/build/build.cjs')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })

const printed = []
for (const room of rooms) printed.push(...(await require(join(room, 'dist/golden.js')).goldens()))

const stale = printed.filter(({ file, text }) => {
  const path = join(root, file)
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
})

const RELEASED = join(root, 'apps/gateway/golden/openapi.released.json')
const description = printed.find(({ file }) => file === 'apps/gateway/golden/openapi.json').text

if (check) {
  for (const golden of stale) showDifference(golden)
  console.log(stale.length ? `\n${stale.length} goldens differ: run \`npm run golden\`` : `${printed.length} goldens hold`)
  const broken = brokenSinceRelease()
  for (const change of broken) console.log(`breaks clients: ${change}`)
  if (broken.length) console.log('\nTake these back, or see docs/deprecation.md.')
  process.exitCode = stale.length || broken.length ? 1 : 0
} else {
  for (const { file, text } of stale) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
    console.log(`printed ${file}`)
  }
  console.log(`${printed.length} goldens, ${stale.length} changed`)
  if (process.argv.includes('--release')) writeFileSync(RELEASED, description)
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
