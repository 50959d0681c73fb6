/** What a measurement runs on: a database and a broker of its own, which end with it. */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { startChild } from './processes.mjs'

const require = createRequire(import.meta.url)
const { Client } = require('pg')

/** The URL of a new database on a server of which the user may create databases. `onClose` keeps what drops it. */
export async function ownDatabase(server, onClose) {
  const name = `nameyard_bench_${randomUUID().slice(0, 8)}`
  const run = async (text) => {
    const client = new Client({ connectionString: server })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await run(`create database ${name}`)
  onClose(() => run(`drop database if exists ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** The URL of the small broker that a bare machine gets, in a process of its own. */
export async function embeddedBroker(onClose) {
  const child = startChild('../embedded/dist/broker/main.js')
  onClose(() => child.stop())
  const { url } = JSON.parse(await child.says('"url"'))
  return url
}
