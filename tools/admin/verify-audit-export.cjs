#!/usr/bin/env node
/**
 * Verifies exports of the audit trail. It needs nothing but Node.js 20, the exports, and heads that you kept:
 *
 *   node verify-audit-export.cjs audit.ndjson --heads kept-heads.ndjson --key public-key.pem --archive 2026-11.ndjson
 *
 * An export has every entry with its hash: SHA-256 over the hash before it and its text. So an entry that was changed,
 * inserted or removed changes every later hash, and then a head that you kept before does not match any more. Details:
 * docs/audit.md.
 */
'use strict'

const { createHash, createPublicKey, verify } = require('node:crypto')
const { readFileSync } = require('node:fs')

/** The hash before the first entry. */
const BEGINNING = '0'.repeat(64)

const NOTE =
  'This shows whether entries were altered since the heads that you kept were signed. It does not show that an event was recorded truly, and alteration before the first head that you keep cannot be seen.'

/**
 * Verifies the lines of the exports of one trail, in the order of their pages.
 * @param {Iterable<string>} lines
 * @param {{heads?: Iterable<string>, keys?: readonly string[], archives?: Iterable<string>}} [given] lines with heads that
 *   others hold; the public keys in PEM that count (without keys, those that the lines name); the lines of the files of
 *   archived months
 */
function verifyExport(lines, { heads: held = [], keys, archives = [] } = {}) {
  const problems = []
  const trusted =
    keys && new Set(keys.map((pem) => createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')))
  const heads = []
  const hashes = new Map()
  let [account, last, previous] = [undefined, 0, Buffer.from(BEGINNING, 'hex')]
  let [first, erased, entries] = [undefined, 0, 0]

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
    entries++
    hashes.set(entry.seq, computed.toString('hex'))
  }
  const months = []
  const readArchived = (month) => {
    if (account !== undefined && month.account !== account)
      problems.push(`the archived month ${month.month} belongs to account ${month.account}`)
    account = month.account
    // Between two pages, a month may be archived whose first entries are on the page before.
    const [begin, known] = [
      month.first_seq - 1,
      hashes.get(month.first_seq - 1) ?? (month.first_seq === 1 && BEGINNING),
    ]
    if (begin > last) problems.push(`the archived month ${month.month} follows entry ${last}`)
    if (known && known !== month.first_hash)
      problems.push(`the archived month ${month.month} does not follow the hash of entry ${begin}`)
    months.push(month)
    last = month.last_seq
    previous = Buffer.from(month.last_hash, 'hex')
    hashes.set(begin, month.first_hash)
    hashes.set(last, month.last_hash)
  }

  let number = 0
  for (const text of lines) {
    number++
    if (text.trim() === '') continue
    try {
      const line = parsed(text)
      if (line.type === 'head') readHead(line, 'the export')
      else if (line.type === 'entry') readEntry(line)
      else if (line.type === 'archived') readArchived(line)
    } catch {
      problems.push(`line ${number} is not readable`)
    }
  }
  const files = verifyArchives(archives, { account, months })
  problems.push(...files.problems)
  for (const [seq, hash] of files.hashes) hashes.set(seq, hash)
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
  const archived = { months: months.length, verified: files.verified }
  return { account, first, last, entries, heads: matching, erased, archived, problems }
}

/** Compares the files of archived months with the hashes at both ends of the months. Ignores files of other accounts. */
function verifyArchives(lines, { account, months }) {
  const [problems, hashes] = [[], new Map()]
  let [month, last, previous, verified] = [undefined, 0, undefined, 0]
  const end = () => {
    if (!month) return
    if (last !== month.last_seq)
      problems.push(`the archive of ${month.month} ends with entry ${last} instead of ${month.last_seq}`)
    else if (previous.toString('hex') !== month.last_hash)
      problems.push(`the archive of ${month.month} does not have the hash of entry ${last}`)
    else verified++
    month = undefined
  }
  for (const text of lines) {
    if (text.trim() === '') continue
    try {
      const { body, hash } = parsed(text)
      const entry = parsed(body)
      if (account !== undefined && entry.account !== account) continue
      if (!month || entry.seq > month.last_seq || entry.seq < month.first_seq) {
        end()
        month = months.find(({ first_seq, last_seq }) => entry.seq >= first_seq && entry.seq <= last_seq)
        if (!month) {
          problems.push(`entry ${entry.seq} of the archive is in no archived month`)
          continue
        }
        last = month.first_seq - 1
        previous = Buffer.from(month.first_hash, 'hex')
      }
      if (entry.seq !== last + 1)
        problems.push(`the archive of ${month.month}: entry ${entry.seq} follows entry ${last}`)
      const computed = createHash('sha256').update(previous).update(body).digest()
      if (computed.toString('hex') !== hash)
        problems.push(`the archive of ${month.month}: entry ${entry.seq} does not have the hash of its text`)
      previous = computed
      last = entry.seq
      hashes.set(entry.seq, computed.toString('hex'))
    } catch {
      problems.push('a line of the archive is not readable')
    }
  }
  end()
  return { problems, hashes, verified }
}

/** The result in words. */
function inWords({ account, first, last, heads, erased, archived, problems }) {
  const trail = account === 0 ? 'the platform' : `account ${account}`
  return [
    ...(first === undefined
      ? [archived.months > 0 ? `trail of ${trail}: no entries after ${last}, ${heads} heads match` : 'no entries']
      : [`trail of ${trail}: entries ${first} to ${last}, ${heads} heads match`]),
    ...(archived.months > 0
      ? [
          `${archived.months} older months are archived; the files of ${archived.verified} were compared with their hashes`,
        ]
      : []),
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
  const [files, heads, keys, archives] = [[], [], [], []]
  for (let at = 0; at < words.length; at++) {
    if (words[at] === '--heads') heads.push(words[++at])
    else if (words[at] === '--key') keys.push(words[++at])
    else if (words[at] === '--archive') archives.push(words[++at])
    else files.push(words[at])
  }
  const given = [...files, ...heads, ...keys, ...archives]
  if (files.length === 0 || given.some((file) => file === undefined || file.startsWith('--'))) {
    console.error(
      'usage: node verify-audit-export.cjs <export.ndjson …> [--heads <file>] [--key <public-key.pem>] [--archive <file>]',
    )
    return 64
  }
  const linesOf = (names) => names.flatMap((name) => readFileSync(name, 'utf8').split('\n'))
  const result = verifyExport(linesOf(files), {
    heads: linesOf(heads),
    archives: linesOf(archives),
    ...(keys.length > 0 && { keys: keys.map((name) => readFileSync(name, 'utf8')) }),
  })
  console.log(inWords(result).join('\n'))
  return result.problems.length > 0 ? 1 : 0
}

module.exports = { inWords, verifyExport }
if (require.main === module) process.exitCode = main(process.argv.slice(2))
