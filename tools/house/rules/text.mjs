import ts from 'typescript'
import { isSource, lineOf, matches } from '../tree.mjs'

/** A rule that reports every match of a pattern in the text of some files. */
const pattern = ({ files, find, ...rule }) => ({
  ...rule,
  find: (tree) => tree.files.filter((file) => files(file)).flatMap((file) => matches(file, tree.text(file), find)),
})

const STATEMENTS = new Set([
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.SwitchStatement,
  ts.SyntaxKind.ThrowStatement,
])

const isCall = (node) =>
  node.kind === ts.SyntaxKind.CallExpression || (node.kind === ts.SyntaxKind.AwaitExpression && isCall(node.expression))

/** Whether a comment is code: a statement, a call, a `return` of more than a name, or a closing bracket of such. */
function isProgram(comment) {
  if (/^[})\]]+[;,]?$/.test(comment)) return true
  if (!/[=({;'"]/.test(comment)) return false
  const { statements, parseDiagnostics } = ts.createSourceFile('comment.ts', comment, ts.ScriptTarget.ESNext)
  const unclosed = /[({[]$/.test(comment)
  if (statements.length === 0 || (parseDiagnostics.length > 0 && !unclosed)) return false
  const [first] = statements
  if (STATEMENTS.has(first.kind)) return true
  if (first.kind === ts.SyntaxKind.ReturnStatement) return /[;)}]$/.test(comment)
  return first.kind === ts.SyntaxKind.ExpressionStatement && !unclosed && isCall(first.expression)
}

export const textRules = [
  pattern({
    name: 'no notes to self',
    reason: 'Do what is open or leave it out; ESLint checks programs for the same.',
    files: (file) => !isSource(file) && file !== 'package-lock.json' && !file.startsWith('eslint.config'),
    find: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    plants: { 'docs/planted.md': 'TODO later\n' },
  }),
  {
    name: 'no commented-out code',
    reason: 'Delete it: git keeps it.',
    plants: [
      { 'libs/zone/src/planted.ts': '// const ttl = zone.ttl ?? 3600\n' },
      { 'libs/zone/src/planted.ts': '// if (zone.isSigned) {\n' },
      { 'tools/suite/planted.mjs': 'start() // await stop(1)\n' },
    ],
    find: (tree) =>
      tree.files.filter(isSource).flatMap((file) =>
        tree
          .comments(file)
          .filter(({ text }) => text.startsWith('//') && isProgram(text.slice(2).trim()))
          .map(({ start, text }) => ({ file, line: lineOf(tree.text(file), start), what: text.slice(0, 100) })),
      ),
  },
  pattern({
    name: 'no trace of a workplace',
    reason: 'Name no path of one machine, none outside of the checkout and no package registry.',
    files: (file) => file !== 'package-lock.json' && file !== 'tools/house/rules/text.mjs',
    find: /(?<![\w.:$}-])\/(?:home|root|Users|work|mnt)\/\w|(?:\.\.\/)+shared\b|\b(?:registry\.npmjs|registry\.yarnpkg|npmjs\.org)\b/,
    plants: { 'docs/planted.md': 'See ../shared/notes.\n' },
  }),
  {
    name: 'the lock names no host',
    reason:
      'Packages come from the registry that the user has configured: set omit-lockfile-registry-resolved (.npmrc).',
    plants: { 'package-lock.json': '{ "packages": { "a": { "resolved": "https://example.test/a.tgz" } } }\n' },
    find: (tree) =>
      Object.entries(tree.json('package-lock.json').packages)
        .filter(([, { resolved }]) => /^https?:/.test(resolved))
        .map(([name, { resolved }]) => ({ file: 'package-lock.json', what: `${name}: ${resolved}` })),
  },
]
