/**
 * Validates Kubernetes manifests without a cluster:
 *   node tools/deploy/validate.mjs manifests.yaml…
 * prints each fault and fails if there is one; `--json` prints the faults of each file as JSON instead.
 */
import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { consistencyFaults } from './validation/consistency.mjs'
import { kedaFaults } from './validation/keda.mjs'
import { schemaFaults } from './validation/schemas.mjs'
import { unknownFields } from './validation/unknown-fields.mjs'

const files = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const read = files.map((file) => [file, objectsIn(readFileSync(file, 'utf8'))])
const unknown = unknownFields(new Map(read))
const faults = {}
for (const [file, objects] of read)
  faults[file] = [
    ...(await schemaFaults(objects)),
    ...unknown.get(file),
    ...objects.flatMap(kedaFaults),
    ...consistencyFaults(objects),
  ]

if (process.argv.includes('--json')) console.log(JSON.stringify(faults))
else {
  for (const file of files) for (const fault of faults[file]) console.log(`${file}: ${fault}`)
  process.exitCode = Object.values(faults).flat().length ? 1 : 0
}

function objectsIn(text) {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length) throw document.errors[0]
    return document.toJS() ?? []
  })
}
