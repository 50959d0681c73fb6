/** `npm run new operation <id> <method> <path> <feature folder>`: writes the files of a new operation. */
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { addOperation } from './operation.mjs'

const root = resolve(import.meta.dirname, '../..')
const [kind, id, method, path, folder] = process.argv.slice(2)

if (kind !== 'operation' || folder === undefined) {
  console.error(`usage: npm run new operation <id> <method> <path> <feature folder>
       npm run new operation templates.update PUT /v1/dns/templates/:id apps/dns/src/templates`)
  process.exit(1)
}

let written
try {
  written = addOperation(root, { id, method, path, folder })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const run = (tool, ...args) =>
  execFileSync(join(root, 'node_modules/.bin', tool), [...args, ...written], { cwd: root, stdio: 'inherit' })
run('prettier', '--write', '--log-level', 'warn')
// Sorts the imports.
run('eslint', '--fix', '--quiet', '--no-warn-ignored')
console.log(`wrote
${written.map((file) => `  ${file}`).join('\n')}

Next:
  1. Fill in the contract: summary, description, schemas, errors. A new refusal is one entry in
     libs/contracts/src/errors.ts; a new resource has its words in apps/gateway/src/docs/tags.ts.
  2. Write the handler and its spec. Tests with a database are in the \`test\` folder of the app.
  3. Follow the example of the operation once in apps/e2e/test/reference.spec.ts.
  4. Tell users in docs/changelog.md.
  5. \`npm run golden\` prints everything else: the list of operations, routes, OpenAPI, tools, README, docs/errors.md.`)
