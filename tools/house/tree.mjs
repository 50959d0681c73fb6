import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What git ignores, and git itself. */
const UNTRACKED = new Set(['node_modules', 'dist', '.nx', '.data', 'coverage', '.git'])

/** Neither prose nor program text: never read by a rule. */
const BINARY = /\.(png|ico|jpg|gz|pem|p12|tsbuildinfo)$/

function* filesIn(root, folder = '') {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory() && !UNTRACKED.has(entry.name)) yield* filesIn(root, path)
    else if (entry.isFile() && !UNTRACKED.has(entry.name) && !BINARY.test(entry.name)) yield path
  }
}

/** The files of a checkout, but for those git ignores, and their text. */
export function treeOf(root) {
  const texts = new Map()
  const text = (file) => {
    if (!texts.has(file)) texts.set(file, readFileSync(join(root, file), 'utf8'))
    return texts.get(file)
  }
  return { files: [...filesIn(root)].sort(), text, ...readings(text) }
}

/** The same tree with files laid over it, so that a rule can be broken without touching the disk. */
export function withPlants(tree, plants) {
  const text = (file) => plants[file] ?? tree.text(file)
  return { files: [...new Set([...tree.files, ...Object.keys(plants)])].sort(), text, ...readings(text) }
}

const STRING_OR_COMMENT =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<=^|\s)\/\/[^\n]*|\/\*[\s\S]*?\*\//gm

const blank = (text) => text.replace(/[^\n]/g, ' ')

const readings = (text) => ({
  /** The text without its comments; lines stay where they are. */
  code: (file) => text(file).replace(STRING_OR_COMMENT, (part) => (/^\/[/*]/.test(part) ? blank(part) : part)),
  /** The `//` comments alone, on the lines where they stand. */
  lineComments: (file) => {
    const lines = text(file)
      .split('\n')
      .map(() => '')
    for (const { 0: part, index } of text(file).matchAll(STRING_OR_COMMENT))
      if (part.startsWith('//')) lines[text(file).slice(0, index).split('\n').length - 1] = part
    return lines.join('\n')
  },
  json: (file) => JSON.parse(text(file)),
})

/** Every match of a pattern, as violations of the file that name the line and the text found. */
export function matches(file, text, pattern) {
  return [...text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))].map((match) => ({
    file,
    line: text.slice(0, match.index).split('\n').length,
    what: match[0].trim().split('\n')[0].slice(0, 100),
  }))
}

export const isTest = (file) => /\.spec\.ts$|\/test\/|^apps\/e2e\/|^libs\/testing\//.test(file)

export const isSource = (file) => /^(apps|libs|tools)\/[^/]+\/.*\.(ts|mjs|cjs|js)$/.test(file)

/** `libs/epp` of `libs/epp/src/frame.ts`. */
export const roomOf = (file) => file.split('/').slice(0, 2).join('/')
