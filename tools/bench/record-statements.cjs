/**
 * Preloaded into a service (`NODE_OPTIONS=--require`): appends every statement that it sends to the file RECORDED, as one
 * JSON line with the text and the values as PostgreSQL reads them.
 */
const { appendFileSync } = require('node:fs')
const { Client } = require('pg')
const { prepareValue } = require('pg/lib/utils')

const { query } = Client.prototype
Client.prototype.query = function (asked, values, ...rest) {
  const { text, values: own } = typeof asked === 'string' ? { text: asked, values } : asked
  if (typeof text === 'string') {
    const given = Array.isArray(own) ? own : Array.isArray(values) ? values : []
    const written = given.map((value) => prepareValue(value))
    appendFileSync(process.env.RECORDED, `${JSON.stringify({ text, values: written })}\n`)
  }
  return query.call(this, asked, values, ...rest)
}
