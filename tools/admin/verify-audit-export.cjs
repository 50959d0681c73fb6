#!/usr/bin/env node
/**
 * Verifies exports of the audit trail. It needs nothing but Node.js 20, the exports, and heads that you kept:
 *
 *   node verify-audit-export.cjs audit.ndjson --heads kept-heads.ndjson --key public-key.pem
 *
 * An export has every entry with its hash: SHA-256 over the hash before it and its text. So an entry that was changed,
 * inserted or removed changes every later hash, and then a head that you kept before does not match any more. Details:
 * docs/audit.md.
 */
'use strict'

const { createHash, createPublicKey, verify } = require('node:crypto')
const { readFileSync } = require('node:fs')

const NOTE =
  'This shows whether entries were altered since the heads that you kept were signed. It does not show that an event was recorded truly, and alteration before the first head that you keep cannot be seen.'

/**
 * Verifies the lines of the exports of one trail, in the order of their pages.
 * @param {Iterable<string>} lines
 * @param {{heads?: Iterable<string>, keys?: readonly string[]}} [given] lines with heads that others hold, and the public
 *   keys in PEM that count; without keys, those that the lines name
 */
function verifyExport(lines, { heads: held = [], keys } = {}) {
  const problems = []
  const trusted =
    keys && new Set(keys.map((pem) => createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')))
  const heads = []
  const hashes = new Map()
  let [account, last, previous] = [undefined, 0, Buffer.alloc(32)]
  let [first, erased] = [undefined, 0]

  const readHead = (line, source) => {
    const fields = parsed(line.head)
    const key = createPublicKey({ key: Buffer.from(line.public_key, 'base64'), type: 'spki', format: 'der' })
    const isSigned = verify(null, Buffer.from(line.head), key, Buffer.from(line.signature, 'base64'))
    if (!isSigned || fields.format !== 'nameyard-audit-head-1') problems.push(`a head of ${source} is not signed`)
    else if (trusted && !trusted.has(line.public_key)) problems.push(`a head of ${source} is signed with another key`)
    else heads.push({ ...fields, source })
  }
  const readEntry = ({ body, hash, personal = {} }) => {
    const entry = parsed(body)
    if (first === undefined) {
      first = entry.seq
      account = entry.account
      if (entry.seq !== last + 1) problems.push(`the export begins with entry ${entry.seq} instead of ${last + 1}`)
    } else if (entry.seq !== last + 1) problems.push(`entry ${entry.seq} follows entry ${last}`)
    if (entry.account !== account) problems.push(`entry ${entry.seq} belongs to account ${entry.account}`)
    const computed = createHash('sha256').update(previous).update(body).digest()
    if (computed.toString('hex') !== hash) problems.push(`entry ${entry.seq} does not have the hash of its text`)
    for (const field of ['name', 'address']) {
      const value = personal[field]
      if (entry[field] !== null && value === undefined) erased++
      if (value === undefined) continue
      const digest = createHash('sha256').update(Buffer.from(value.salt, 'hex')).update(value.value).digest('hex')
      if (entry[field] !== `sha256:${digest}`)
        problems.push(`the ${field} of entry ${entry.seq} is not the recorded one`)
    }
    previous = computed
    last = entry.seq
    hashes.set(entry.seq, computed.toString('hex'))
  }
  const readArchived = ({ account: of, last_seq, last_hash }) => {
    account = of
    last = last_seq
    previous = Buffer.from(last_hash, 'hex')
    hashes.set(last_seq, last_hash)
  }

  let number = 0
  for (const text of lines) {
    number++
    if (text.trim() === '') continue
    try {
      const line = parsed(text)
      if (line.type === 'head') readHead(line, 'the export')
      else if (line.type === 'entry') readEntry(line)
      else if (line.type === 'archived' && first === undefined) readArchived(line)
    } catch {
      problems.push(`line ${number} is not readable`)
    }
  }
  for (const text of held) {
    if (text.trim() === '') continue
    try {
      const line = parsed(text)
      if (line.type === 'head' && (account === undefined || parsed(line.head).account === account))
        readHead(line, 'the kept heads')
    } catch {
      problems.push('a line of the kept heads is not readable')
    }
  }
  let matching = 0
  for (const { account: of, seq, hash, at, source } of heads) {
    const known = hashes.get(seq)
    if (of !== account && account !== undefined) problems.push(`a head of ${source} belongs to account ${of}`)
    else if (known === hash) matching++
    else if (known !== undefined)
      problems.push(`entry ${seq} is not the one that the head of ${at} in ${source} was signed for`)
    else if (seq > last)
      problems.push(`entries up to ${seq} are missing: the head of ${at} in ${source} was signed for them`)
  }
  return { account, first, last, entries: hashes.size, heads: matching, erased, problems }
}

/** The result in words. */
function inWords({ account, first, last, heads, erased, problems }) {
  const trail = account === 0 ? 'the platform' : `account ${account}`
  return [
    ...(first === undefined
      ? ['no entries']
      : [`trail of ${trail}: entries ${first} to ${last}, ${heads} heads match`]),
    ...(erased > 0 ? [`${erased} names and addresses are erased; the hashes do not depend on them`] : []),
    ...(problems.length > 0 ? problems.map((problem) => `ALTERED: ${problem}`) : ['nothing was altered']),
    NOTE,
  ]
}

function parsed(text) {
  const value = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('not an object')
  return value
}

function main(words) {
  const [files, heads, keys] = [[], [], []]
  for (let at = 0; at < words.length; at++) {
    if (words[at] === '--heads') heads.push(words[++at])
    else if (words[at] === '--key') keys.push(words[++at])
    else files.push(words[at])
  }
  if (files.length === 0 || [...files, ...heads, ...keys].some((file) => file === undefined || file.startsWith('--'))) {
    console.error('usage: node verify-audit-export.cjs <export.ndjson …> [--heads <file>] [--key <public-key.pem>]')
    return 64
  }
  const linesOf = (names) => names.flatMap((name) => readFileSync(name, 'utf8').split('\n'))
  const result = verifyExport(linesOf(files), {
    heads: linesOf(heads),
    ...(keys.length > 0 && { keys: keys.map((name) => readFileSync(name, 'utf8')) }),
  })
  console.log(inWords(result).join('\n'))
  return result.problems.length > 0 ? 1 : 0
}

module.exports = { inWords, verifyExport }
if (require.main === module) process.exitCode = main(process.argv.slice(2))
