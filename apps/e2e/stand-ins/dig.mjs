/** The options of dig that the README uses, for machines without dig. */
import { Resolver } from 'node:dns/promises'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { port: { type: 'string', short: 'p' } } })
const server = positionals.find((word) => word.startsWith('@')).slice(1)
const [name, type] = positionals.filter((word) => !/^[@+]/.test(word))
const resolver = new Resolver()
resolver.setServers([`${server}:${values.port}`])
for (const answer of await resolver.resolve(name, type)) console.log(answer)
