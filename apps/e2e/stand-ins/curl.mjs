/** The options of curl that the README uses, for machines without curl. */
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    cacert: { type: 'string' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
  },
})
const body = values.data?.startsWith('@') ? readFileSync(values.data.slice(1)) : values.data
const headers = Object.fromEntries((values.header ?? []).map((line) => line.split(': ')))
request(
  positionals[0],
  { method: body === undefined ? 'GET' : 'POST', ca: readFileSync(values.cacert), headers },
  (response) => response.pipe(process.stdout),
).end(body)
