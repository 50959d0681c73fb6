import { handlersOfRoom, listsOf } from '../house/rules/wire.mjs'
import { treeOf } from '../house/tree.mjs'
import { specsOf } from '../suite/handler-specs.mjs'

/**
 * Updates the complete lists of operations, events and tables in the pages of the apps (`README.md` of each app). Adds
 * entries that the code has, and removes entries that it no longer has. Each operation links to its handler and its
 * specs. The text that a person wrote behind an entry stays.
 * @param operations the declared operations; a new entry begins with the summary of its operation
 */
export function roomPages(root, operations) {
  const tree = treeOf(root)
  const lists = listsOf(tree)
  const summaries = new Map(operations.map(({ id, summary }) => [id, summary]))
  return tree.files
    .filter((file) => /^apps\/[^/]+\/README\.md$/.test(file))
    .map((file) => {
      const room = file.split('/').slice(0, 2).join('/')
      const text = Object.entries(lists(room)).reduce(
        (page, [heading, wanted]) => withList(page, heading, wanted, summaries),
        tree.text(file),
      )
      return { file, text: withLinks(text, linksOf(tree, room)) }
    })
}

const ENTRY = /^[-|] *`([^`]+)`/

/** The part of an operation's entry that this file prints: its id and its links. */
const LINKED = /^(- `([^`]+)`)( \(\[handler\]\([^)]*\)(?:, \[spec\]\([^)]*\))*\))?/

function withList(page, heading, wanted, summaries) {
  const [start, end] = sectionOf(page, heading)
  if (start < 0) return page
  const lines = page.slice(start, end).split('\n')
  const idOf = (line) => ENTRY.exec(line)?.[1]
  const listed = new Set(lines.map(idOf))
  const kept = lines.filter((line) => idOf(line) === undefined || wanted.includes(idOf(line)))
  const last = kept.findLastIndex((line) => idOf(line) !== undefined)
  const added = [...new Set(wanted)]
    .filter((id) => !listed.has(id))
    .sort()
    .map((id) => entry(id, summaries.get(id), kept[last]))
  if (added.length === 0 && kept.length === lines.length) return page
  const at = last < 0 ? 2 : last + 1
  const isFirst = last < 0
  kept.splice(at, isFirst && kept[at] === 'None.' ? 1 : 0, ...added, ...(isFirst && kept[at] !== 'None.' ? [''] : []))
  return page.slice(0, start) + kept.join('\n') + page.slice(end)
}

/** An entry in the form of the one above it: a row of a table, or an item of a list. */
function entry(id, summary, above) {
  if (!above?.startsWith('|')) return `- \`${id}\`${summary ? `: ${summary}` : ''}`
  const [, first, second] = above.split('|').map((cell) => cell.length - 2)
  return `| ${`\`${id}\``.padEnd(first)} | ${(summary ?? '').padEnd(second)} |`
}

/** Where the section with a heading begins and ends; -1 if the page has none. */
function sectionOf(page, heading) {
  const start = page.search(new RegExp(`^## ${heading}$`, 'm'))
  return [start, start + 3 + (/^#{1,3} /m.exec(page.slice(start + 3))?.index ?? page.length)]
}

/** The links of each operation of a room: to its handler and its specs, seen from the page. */
function linksOf(tree, room) {
  const link = (text, file) => `[${text}](${file.slice(room.length + 1)})`
  return new Map(
    handlersOfRoom(tree, room).map(([id, file]) => {
      const specs = specsOf(file, tree).map((spec) => link('spec', spec))
      return [id, [link('handler', file), ...specs].join(', ')]
    }),
  )
}

/** Prints the links behind the ids of the operations. */
function withLinks(page, links) {
  const [start, end] = sectionOf(page, 'Operations')
  if (start < 0 || links.size === 0) return page
  const lines = page.slice(start, end).split('\n').map((line) =>
    line.replace(LINKED, (whole, begin, id) => (links.has(id) ? `${begin} (${links.get(id)})` : whole)),
  )
  return page.slice(0, start) + lines.join('\n') + page.slice(end)
}
