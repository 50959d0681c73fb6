/**
 * `npm run house`: checks the rules that no other tool has, then plants violations of them and of the ESLint rules, which
 * must be reported. `--without-lint` leaves out the ESLint rules. `--picture apps/dns` prints the imports between the
 * feature folders of a room as a Mermaid graph instead, `--picture` those of all rooms.
 */
import { resolve } from 'node:path'
import { missedByLint } from './planted-lint.mjs'
import { dependencyRules } from './rules/dependencies.mjs'
import { doorRules } from './rules/doors.mjs'
import { importRules, pictureOf, pictures } from './rules/imports.mjs'
import { roomRules } from './rules/rooms.mjs'
import { specRules } from './rules/specs.mjs'
import { textRules } from './rules/text.mjs'
import { wireRules } from './rules/wire.mjs'
import { workspaceRules } from './rules/workspaces.mjs'
import { treeOf, withPlants } from './tree.mjs'

const root = resolve(import.meta.dirname, '../..')
const rules = [
  ...textRules,
  ...roomRules,
  ...importRules,
  ...wireRules,
  ...specRules,
  ...workspaceRules,
  ...dependencyRules,
  ...doorRules,
]
const show = ({ file, line, what }) => `${file}${line ? `:${line}` : ''}  ${what}`

const tree = treeOf(root)
const room = process.argv[process.argv.indexOf('--picture') + 1]
if (process.argv.includes('--picture')) console.log(room ? pictureOf(tree, room) : pictures(tree))
else check()

function check() {
  const broken = []
  const unnoticed = []
  for (const rule of rules) {
    const found = rule.find(tree).map(show)
    if (found.length) broken.push({ rule, found })
    for (const plants of [rule.plants].flat()) {
      const planted = rule.find(withPlants(tree, plants)).map(show)
      if (planted.every((violation) => found.includes(violation))) unnoticed.push({ rule, plants })
    }
  }
  for (const { rule, found } of broken) {
    console.log(`\n${rule.name}\n  ${rule.reason}`)
    for (const violation of found) console.log(`    ${violation}`)
  }
  for (const { rule, plants } of unnoticed)
    console.log(
      `\nThe rule "${rule.name}" did not report a planted violation: fix it in tools/house/rules.\n${JSON.stringify(plants)}`,
    )

  const missed = process.argv.includes('--without-lint') ? [] : missedByLint(root)
  if (missed.length) console.log('\nESLint did not report planted violations: fix eslint.config.mjs.')
  for (const violation of missed) console.log(`    ${violation}`)

  const isClean = broken.length + unnoticed.length + missed.length === 0
  console.log(
    `\n${rules.length} rules: ${isClean ? 'all kept, and each reports its planted violations' : `${broken.length} violated`}`,
  )
  process.exitCode = isClean ? 0 : 1
}
