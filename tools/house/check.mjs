/**
 * `npm run house`: the rules that ESLint cannot express, then the proof that they and the lint rules bite. Every rule
 * carries its reason and a planted violation.
 */
import { resolve } from 'node:path'
import { lintBites } from './planted-lint.mjs'
import { roomRules } from './rules/rooms.mjs'
import { textRules } from './rules/text.mjs'
import { wireRules } from './rules/wire.mjs'
import { workspaceRules } from './rules/workspaces.mjs'
import { treeOf, withPlants } from './tree.mjs'

const root = resolve(import.meta.dirname, '../..')
const rules = [...textRules, ...roomRules, ...wireRules, ...workspaceRules]
const show = ({ file, line, what }) => `${file}${line ? `:${line}` : ''}  ${what}`

const tree = treeOf(root)
const broken = []
const blunt = []

for (const rule of rules) {
  const found = rule.find(tree).map(show)
  if (found.length) broken.push({ rule, found })
  const planted = rule.find(withPlants(tree, rule.plants)).map(show)
  if (planted.every((violation) => found.includes(violation))) blunt.push(rule.name)
}

for (const { rule, found } of broken) {
  console.log(`\n${rule.name}\n  ${rule.reason}`)
  for (const violation of found) console.log(`    ${violation}`)
}
for (const name of blunt) console.log(`\nthe rule "${name}" did not notice its planted violation`)

const unnoticed = process.argv.includes('--without-lint') ? [] : lintBites(root)
for (const violation of unnoticed) console.log(`\nlint did not notice: ${violation}`)

const clean = broken.length + blunt.length + unnoticed.length === 0
console.log(`\n${rules.length} rules of the house: ${clean ? 'all kept, and all bite' : `${broken.length} broken`}`)
process.exitCode = clean ? 0 : 1
