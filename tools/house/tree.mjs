import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Ignored by git, and git itself. */
const UNTRACKED = new Set(['node_modules', 'dist', '.nx', '.data', 'coverage', '.git'])

/** Not text; no rule reads these. */
const BINARY = /\.(png|ico|jpg|gz|pem|p12|tsbuildinfo)$/

function* filesIn(root, folder = '') {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory() && !UNTRACKED.has(entry.name)) yield* filesIn(root, path)
    else if (entry.isFile() && !UNTRACKED.has(entry.name) && !BINARY.test(entry.name)) yield path
  }
}

/** The files of a checkout that git does not ignore, and their text. */
export function treeOf(root) {
  const texts = new Map()
  const text = (file) => {
    if (!texts.has(file)) texts.set(file, readFileSync(join(root, file), 'utf8'))
    return texts.get(file)
  }
  return { files: [...filesIn(root)].sort(), text, ...readings(text) }
}

/** The same tree with further files, so that a rule can be violated without a change on disk. */
export function withPlants(tree, plants) {
  const text = (file) => plants[file] ?? tree.text(file)
  return { files: [...new Set([...tree.files, ...Object.keys(plants)])].sort(), text, ...readings(text) }
}

const LITERALS = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.RegularExpressionLiteral,
])

/** Calls `visit` with a node and every node below it. */
export function walk(node, visit) {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** The comments of a program as `{ start, text }`. Text in strings, templates and regular expressions is no comment. */
function commentsOf(syntax) {
  const { text } = syntax
  const literals = []
  walk(syntax, (node) => LITERALS.has(node.kind) && literals.push([node.getStart(syntax), node.end]))
  const found = []
  const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  for (let match = COMMENT.exec(text); match; match = COMMENT.exec(text)) {
    while (literals.length > 0 && literals[0][1] <= match.index) literals.shift()
    if (literals[0]?.[0] <= match.index) COMMENT.lastIndex = literals[0][1]
    else found.push({ start: match.index, text: match[0] })
  }
  return found
}

const programs = new Map()

/** The parts of a program that the rules read; parsed once for each text. */
function programOf(file, text) {
  if (!programs.has(text)) {
    const syntax = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, false)
    const { importedFiles } = ts.preProcessFile(text, true, true)
    programs.set(text, { syntax, comments: commentsOf(syntax), imports: importedFiles.map(({ fileName }) => fileName) })
  }
  return programs.get(text)
}

const readings = (text) => {
  const program = (file) => programOf(file, text(file))
  return {
    /** The syntax tree of TypeScript. */
    syntax: (file) => program(file).syntax,
    comments: (file) => program(file).comments,
    /** Module names that a program imports: types, dynamic imports and `require` included. */
    imports: (file) => program(file).imports,
    json: (file) => JSON.parse(text(file)),
  }
}

export const lineOf = (text, offset) => text.slice(0, offset).split('\n').length

/** Every match of a pattern as a violation with its line and text. */
export function matches(file, text, pattern) {
  return [...text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))].map((match) => ({
    file,
    line: lineOf(text, match.index),
    what: match[0].trim().split('\n')[0].slice(0, 100),
  }))
}

export const isTest = (file) => /\.spec\.ts$|\/test\/|^apps\/e2e\/|^libs\/testing\//.test(file)

export const isSource = (file) => /^(apps|libs|tools)\/[^/]+\/.*\.(ts|mjs|cjs|js)$/.test(file)

/** `libs/epp` of `libs/epp/src/frame.ts`. */
export const roomOf = (file) => file.split('/').slice(0, 2).join('/')
