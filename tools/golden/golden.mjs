/**
 * `npm run golden`: builds the house and prints every golden anew; `--check` compares instead and fails with the
 * difference. A room has goldens when its `src/golden.ts` exports `goldens()`: a list of `{ file, text }`, `file`
 * from the root of the repository.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

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

if (check) {
  for (const golden of stale) showDifference(golden)
  console.log(stale.length ? `\n${stale.length} goldens differ: run \`npm run golden\`` : `${printed.length} goldens hold`)
  process.exitCode = stale.length ? 1 : 0
} else {
  for (const { file, text } of stale) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
    console.log(`printed ${file}`)
  }
  console.log(`${printed.length} goldens, ${stale.length} changed`)
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
