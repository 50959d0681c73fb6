import { createRequire } from 'node:module'
import * as customers from '../lists/customers.mjs'
import * as domains from '../lists/domains.mjs'
import * as zones from '../lists/zones.mjs'
import { median } from '../report/figures.mjs'
import { ownDatabase } from '../servers.mjs'

const require = createRequire(import.meta.url)

export const title = 'Lists of very large accounts'

/** Milliseconds. */
const TARGETS = { pages: 20, 'late pages': 150, counts: 150 }

/** Pages and counts by the statements of the services, with every filter, order and offset. */
export async function measure(context) {
  const measured = []
  for (const list of [customers, domains, zones]) measured.push(await measureList(list, context))
  return {
    figures: measured.flatMap(({ figures }) => figures),
    series: ['pages', 'counts'].map((kind) => ({
      name: kind,
      title: `Times of all shapes of lists: ${kind}`,
      x: { label: '% of the shapes that take at most this long' },
      y: { label: 'milliseconds', isLogarithmic: true },
      lines: measured.map(({ name, figures }) => ({ name, points: shapesOf(figures, `${name}: ${kind}`) })),
    })),
    notes: [
      'The statements of the services on a connection of their own, pages of 100. Late pages are far behind the first one.',
      '`plain`: a page by id without any filter, and a count of all rows of the account.',
      ...measured.flatMap(({ notes }) => notes),
    ],
  }
}

/** The medians of a group of figures, the fastest first, over their share of all. */
function shapesOf(figures, group) {
  const times = figures
    .filter((figure) => figure.group === group)
    .map(({ samples }) => median(samples.platform))
    .sort((a, b) => a - b)
  return times.map((time, at) => [((at + 1) / times.length) * 100, time])
}

async function measureList(list, { rounds, rows, only, server, onClose }) {
  const { migrate } = require('@nameyard/persistence/migrate')
  const { Client } = require('pg')
  const { service } = require(`@nameyard/${list.service}/service`)
  const url = await ownDatabase(server, onClose)
  await migrate(url, { service: service.name, folders: service.migrations })
  const client = new Client({ connectionString: url, options: `-c search_path=${service.name}` })
  await client.connect()
  onClose(() => client.end())
  const size = list.sizeOf(rows)
  const account = await list.fill(client, size)

  const queries = list.queriesOf(size).map((query) => ({ query, shape: JSON.stringify(query) }))
  const shapes = queries.filter(({ shape }) => only === undefined || shape.includes(only))
  const found = new Map(shapes.map(({ shape }) => [shape, { page: [], count: [] }]))
  const plain = { page: [], count: [] }
  // The first round fills the caches and is not measured.
  for (let round = -1; round < rounds; round++) {
    for (const { query, shape } of shapes) {
      const times = await timesOf(client, list.listOf(account, query))
      if (round < 0) continue
      for (const [kind, ms] of Object.entries(times)) found.get(shape)[kind].push(ms)
    }
    for (const [kind, text] of Object.entries(list.plain)) {
      const { ms } = await timed(client, { text, values: [account] })
      if (round >= 0) plain[kind].push(ms)
    }
  }

  const figure = (kind, shape, samples) => ({
    name: shape,
    unit: 'ms',
    group: `${list.name}: ${kind}`,
    samples: { platform: samples },
    targets: [{ atMost: TARGETS[kind] }],
  })
  const grouped = shapes.flatMap(({ query, shape }) => {
    const { page, count } = found.get(shape)
    return [
      ...(page.length > 0 ? [figure(list.isLate(query, size) ? 'late pages' : 'pages', shape, page)] : []),
      ...(count.length > 0 ? [figure('counts', shape, count)] : []),
    ]
  })
  const unfiltered = found.get(shapes[0]?.shape) ?? { page: [], count: [] }
  const compared = ['page', 'count'].map((kind) => ({
    name: `${list.name}: first ${kind} of ${size}`,
    unit: 'ms',
    samples: { platform: unfiltered[kind], plain: plain[kind] },
  }))
  const notes = []
  if (only !== undefined)
    for (const { query, shape } of shapes)
      notes.push(`${list.name} ${shape}: ${await planOf(client, list.listOf(account, query))}`)
  return { name: list.name, figures: [...(only === undefined ? compared : []), ...grouped], notes }
}

/** The milliseconds of the count and the page of one list. */
async function timesOf(client, { planning, counting, page }) {
  await client.query('begin')
  if (planning) await client.query(planning.text, planning.values)
  const counted = counting && (await timed(client, counting))
  const paging = page(counted?.rows)
  const paged = paging && (await timed(client, paging))
  await client.query('rollback')
  return { ...(counted && { count: counted.ms }), ...(paged && { page: paged.ms }) }
}

async function timed(client, { text, values }) {
  const start = performance.now()
  const { rows } = await client.query(text, values)
  return { ms: performance.now() - start, rows }
}

/** The indexes that the page of a list uses. */
async function planOf(client, { planning, counting, page }) {
  await client.query('begin')
  if (planning) await client.query(planning.text, planning.values)
  const paging = page(counting && (await client.query(counting.text, counting.values)).rows)
  const { rows } = paging ? await client.query(`explain (format json) ${paging.text}`, paging.values) : { rows: [] }
  await client.query('rollback')
  return [...new Set(JSON.stringify(rows).match(/(?<="Index Name":")\w+|Seq Scan/g))].join(' ') || 'no page'
}
