/**
 * Preloaded into a service (`NODE_OPTIONS=--require`): appends every statement that it sends to the file RECORDED, as one
 * JSON line with the text and the values as PostgreSQL reads them. `begin` and `commit` that travel in the message of a statement
 * (libs/persistence/src/transaction-query.ts) have lines of their own.
 */
const { appendFileSync } = require('node:fs')
const { Client } = require('pg')
const { prepareValue } = require('pg/lib/utils')

const { query } = Client.prototype
Client.prototype.query = function (asked, values, ...rest) {
  const { text, values: own } = typeof asked === 'string' ? { text: asked, values } : asked
  if (typeof text === 'string') {
    const { opens = false, closes = false } = asked.bounds ?? {}
    const given = Array.isArray(own) ? own : Array.isArray(values) ? values : []
    const sent = { text, values: given.map((value) => prepareValue(value)) }
    const lines = [...(opens ? [only('begin')] : []), sent, ...(closes ? [only('commit')] : [])]
    appendFileSync(process.env.RECORDED, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  return query.call(this, asked, values, ...rest)
}

const only = (text) => ({ text, values: [] })
