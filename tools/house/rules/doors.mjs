import ts from 'typescript'
import { isTest, lineOf } from '../tree.mjs'

/** The page whose tables list every door. */
const PAGE = 'docs/security/egress.md'

/** What opens connections, by module: names, or `*` for everything that it exports. Types open none. */
const MODULES = {
  net: ['connect', 'createConnection', 'Socket', 'Stream'],
  tls: ['connect'],
  http: ['request', 'get', 'Agent', 'ClientRequest'],
  https: ['request', 'get', 'Agent'],
  http2: ['connect'],
  dgram: ['createSocket', 'Socket'],
  dns: ['*'],
  'dns/promises': ['*'],
  child_process: ['*'],
  amqplib: ['connect'],
  nodemailer: ['createTransport'],
  pg: ['Client', 'Pool', 'native'],
  typeorm: ['DataSource'],
  '@nestjs/typeorm': ['TypeOrmModule'],
}

/** Packages that exist to open connections. */
const CLIENTS = /^(undici|axios|got|ws|ioredis|node-fetch|ssh2|@opentelemetry\/exporter-.+)(\/|$)/

/** Global names that do. */
const GLOBALS = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])

/** The programs of an installation: tools that only develop and test are not part of it. */
const isProduct = (file) =>
  /^((apps|libs)\/[^/]+\/|tools\/(admin|db)\/)src\/.*\.(ts|mjs|cjs|js)$|^docker\/.*\.mjs$/.test(file) && !isTest(file)

/** The names of a module that open connections. */
function doorsOf(specifier) {
  const module = specifier.replace(/^node:/, '')
  return CLIENTS.test(module) ? ['*'] : (MODULES[module] ?? [])
}

const opens = (names, name) => names.includes('*') || names.includes(name)

/** The places of a program that can open a connection, as `{ at, what }`. */
function doorsIn(syntax) {
  const found = []
  const whole = new Map()
  const add = (node, what) => found.push({ at: node.getStart(syntax), what })

  /** Names that an import or a re-export takes from a module. */
  const take = (node, specifier) => {
    const names = doorsOf(specifier)
    const clause = node.importClause ?? node.exportClause
    if (names.length === 0 || node.isTypeOnly || clause?.isTypeOnly) return
    if (node.importClause?.name) whole.set(node.importClause.name.text, names)
    const bindings = node.importClause?.namedBindings ?? node.exportClause
    if (bindings?.elements) {
      for (const { isTypeOnly, propertyName, name } of bindings.elements)
        if (!isTypeOnly && opens(names, (propertyName ?? name).text))
          add(node, `${(propertyName ?? name).text} of ${specifier}`)
    } else if (bindings) whole.set(bindings.name.text, names)
    else if (!node.importClause) add(node, `all of ${specifier}`)
  }

  const visit = (node, parent) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      take(node, node.moduleSpecifier.text)
    const isLoad =
      ts.isCallExpression(node) &&
      (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.text === 'require') &&
      node.arguments[0]?.text !== undefined
    if (isLoad && doorsOf(node.arguments[0].text).length > 0) add(node, `loads ${node.arguments[0].text}`)
    if (ts.isPropertyAccessExpression(node)) {
      const names = whole.get(node.expression.text)
      if (names && opens(names, node.name.text)) add(node, `${node.expression.text}.${node.name.text}`)
      if (node.expression.text === 'globalThis' && GLOBALS.has(node.name.text)) add(node, node.name.text)
    }
    if (ts.isIdentifier(node) && GLOBALS.has(node.text) && parent?.name !== node && !ts.isTypeReferenceNode(parent))
      add(node, node.text)
    ts.forEachChild(node, (child) => visit(child, node))
  }
  visit(syntax)
  return found
}

/** The files in the first column of the tables of the page. */
const listedIn = (text) =>
  [...text.matchAll(/^\| `([^`]+)` /gm)].map(([, file]) => file).filter((file) => file.includes('/'))

export const doorRules = [
  {
    name: 'every outgoing connection is listed',
    reason:
      `Reach addresses that a customer or client names through libs/egress. If a setting of the operator names the address, ` +
      `add the file to the table in ${PAGE}.`,
    plants: [
      "export const planted = () => fetch('https://example.com')\n",
      'export const planted = { ask: globalThis.fetch }\n',
      "export const planted = (ask = fetch) => ask('https://example.com')\n",
      "export const planted = () => new WebSocket('wss://example.com')\n",
      "import { connect } from 'node:net'\nexport const planted = () => connect(25, 'example.com')\n",
      "import { connect as open } from 'tls'\nexport const planted = () => open(443, 'example.com')\n",
      "import https from 'node:https'\nexport const planted = () => https.get('https://example.com')\n",
      "import * as http from 'node:http'\nexport const planted = () => http.request('http://example.com')\n",
      "import { lookup } from 'node:dns/promises'\nexport const planted = () => lookup('example.com')\n",
      "import { createSocket } from 'node:dgram'\nexport const planted = () => createSocket('udp4')\n",
      "import { execFile } from 'node:child_process'\nexport const planted = () => execFile('curl')\n",
      "import { createTransport } from 'nodemailer'\nexport const planted = () => createTransport('smtp://example.com')\n",
      "import { Agent } from 'undici'\nexport const planted = () => new Agent()\n",
      "export const planted = () => import('node:net')\n",
      "export const planted = () => require('node:http2')\n",
      "export { request } from 'node:https'\n",
      "export * from 'node:tls'\n",
    ]
      .map((text) => ({ 'libs/names/src/planted.ts': text }))
      .concat([{ [PAGE]: '| `libs/names/src/relation.ts` | nothing |\n' }]),
    find: (tree) => {
      const listed = new Set(listedIn(tree.text(PAGE)))
      const doors = tree.files
        .filter(isProduct)
        .flatMap((file) =>
          doorsIn(tree.syntax(file)).map(({ at, what }) => ({ file, line: lineOf(tree.text(file), at), what })),
        )
      const withDoor = new Set(doors.map(({ file }) => file))
      return [
        ...doors.filter(({ file }) => !listed.has(file)),
        ...[...listed]
          .filter((file) => !withDoor.has(file))
          .map((file) => ({ file: PAGE, what: `lists ${file}, which opens no connection` })),
      ]
    },
  },
]
