import js from '@eslint/js'
import nx from '@nx/eslint-plugin'
import perfectionist from 'eslint-plugin-perfectionist'
import tseslint from 'typescript-eslint'

/**
 * Which room may import which, and which constructs belong to one room only. Run it with `npm run lint`: without
 * Nx's cached project graph the boundary rule skips itself silently. `npm run house` proves that each rule is active.
 * Rules that need types are in .oxlintrc.json.
 */

const tests = ['**/*.spec.ts', '**/test/**/*.ts', 'apps/e2e/**/*.ts', 'libs/testing/**/*.ts']

const frameworks = ['@nestjs/*', 'typeorm', 'amqplib', 'pg', 'fastify', 'rxjs']

/** Which layer may import which; `alsoImports` widens every layer where tests need it. */
const layers = (alsoImports) =>
  Object.entries({
    contract: { imports: ['contract'], banned: frameworks },
    kernel: { imports: ['kernel'], banned: frameworks },
    platform: { imports: ['contract', 'platform'] },
    client: { imports: ['contract'], banned: frameworks },
    app: { imports: ['contract', 'kernel', 'platform', 'client'] },
    tool: { imports: ['contract', 'client', 'platform', 'app', 'tool'] },
    testing: { imports: ['contract', 'kernel', 'platform', 'client', 'app', 'tool', 'testing'] },
  }).map(([layer, { imports, banned }]) => ({
    sourceTag: `layer:${layer}`,
    onlyDependOnLibsWithTags: [...imports, ...alsoImports].map((imported) => `layer:${imported}`),
    ...(banned && { bannedExternalImports: banned }),
  }))

/** Rooms that only one or two apps may import. */
const rooms = [
  { sourceTag: 'room:mcp', onlyDependOnLibsWithTags: ['room:sdk', 'room:contracts', 'layer:testing'] },
  {
    allSourceTags: ['layer:app', '/^room:(?!registry-worker$|sandbox-registry$)/'],
    notDependOnLibsWithTags: ['room:epp'],
  },
  { allSourceTags: ['layer:app', '/^room:(?!dns$)/'], notDependOnLibsWithTags: ['room:zone'] },
]

const boundaries = ({ alsoImports = [], allow = [] } = {}) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      allow,
      depConstraints: [...layers(alsoImports), ...(alsoImports.length ? [] : rooms)],
      // Libraries that the test harness uses are also tested with it.
      ignoredCircularDependencies: [['@nameyard/testing', '*']],
    },
  ],
})

const ASK_THE_CLOCK = 'Time comes from the Clock (libs/runtime/src/clock.ts) or from a parameter `now`.'

const clock = {
  properties: [{ object: 'Date', property: 'now', message: ASK_THE_CLOCK }],
  syntax: ['NewExpression[callee.name="Date"][arguments.length=0]', 'CallExpression[callee.name="Date"]'].map(
    (selector) => ({ selector, message: ASK_THE_CLOCK }),
  ),
}

const environment = {
  properties: [
    {
      object: 'process',
      property: 'env',
      message: 'main.ts alone reads the environment and passes it to loadConfig; take the setting from the config.',
    },
  ],
  syntax: [],
}

/** Allowed nowhere: a skipped test checks nothing, and a focused one skips all others. */
const skippedTests = ['describe', 'it', 'test'].flatMap((object) =>
  ['only', 'skip', 'todo'].map((property) => ({ object, property, message: 'Every test runs: fix or delete it.' })),
)

/** Limits below the defaults of Jest and `eventually`. They end a test only where a machine is slow. */
const shortLimits = {
  properties: [],
  syntax: [
    ['[callee.name=/^(it|test|(before|after)(All|Each))$/]', '[\\d_]{1,6}|1[0-7][\\d_]{5}'],
    ['[callee.callee.object.name=/^(it|test)$/]', '[\\d_]{1,6}|1[0-7][\\d_]{5}'],
    ['[callee.tag.object.name=/^(it|test)$/]', '[\\d_]{1,6}|1[0-7][\\d_]{5}'],
    ['[callee.name="eventually"]', '[1-5]?[\\d_]{1,5}'],
  ].map(([call, short]) => ({
    selector: `CallExpression${call} > Literal:last-child[raw=/^(${short})$/]:not(:first-child)`,
    message: 'Leave out this limit. A limit ends a test that hangs, and the default is longer.',
  })),
}

const VAGUE = '/^(Base|Abstract)[A-Z]|(Manager|Helpers?|Utils?|Impl)$/'
const NAMED =
  'ClassDeclaration, FunctionDeclaration, TSTypeAliasDeclaration, TSInterfaceDeclaration, VariableDeclarator'

const vagueNames = [`:matches(${NAMED})[id.name=${VAGUE}]`, 'TSInterfaceDeclaration[id.name=/^I[A-Z][a-z]/]'].map(
  (selector) => ({
    selector,
    message: 'Name it after what it does: Base, Abstract, Manager, Helper, Util, Impl and I… say nothing.',
  }),
)

const without = (...restricted) => ({
  'no-restricted-properties': ['error', ...skippedTests, ...restricted.flatMap(({ properties }) => properties)],
  'no-restricted-syntax': ['error', ...vagueNames, ...restricted.flatMap(({ syntax }) => syntax)],
})

/** The rules of every program text, TypeScript or not. */
const everywhere = {
  'no-restricted-globals': ['error', 'fit', 'fdescribe', 'xit', 'xdescribe', 'xtest'],
  // Unfinished work must not be marked in the text.
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'anywhere' }],
  // A longer file usually has two responsibilities.
  'max-lines': ['error', 400],
  eqeqeq: ['error', 'always', { null: 'ignore' }],
}

const onlyMessagingSpeaksAmqp = {
  group: ['amqplib', 'amqplib/*'],
  message: 'Only libs/messaging speaks AMQP: publish and consume through it.',
}

const onlyRuntimeMeasures = {
  group: ['prom-client'],
  message: 'Add metrics with Metrics (libs/runtime/src/metrics.ts).',
}

const httpStaysAtTheEdge = {
  group: ['@nestjs/common'],
  importNamePattern: '(?<!Intrinsic)Exception$',
  message: 'HTTP status codes belong to the gateway: refuse with fail() from @nameyard/contracts/errors.',
}

const noSecondWayOfMessaging = {
  group: ['@nestjs/cqrs', '@nestjs/event-emitter'],
  message: 'Publish business events through the outbox and the broker.',
}

/** Libraries of pure functions over public reference data. */
const PURE_LIBRARIES = 'i18n-iso-countries|email-addresses|libphonenumber-js|jsvat|@zxcvbn-ts/language-common'

const pureModel = [
  {
    regex: `^(?!\\./|\\.\\./\\.\\./[a-z-]+/model/|@nameyard/(names|zone|epp|contracts)/|node:(net|url|crypto|util)$|(${PURE_LIBRARIES})(/|$))`,
    message: 'A model is pure: it imports models, kernel and pure libraries, and types of contracts.',
  },
  {
    regex: '^node:(net|url|crypto|util)$',
    allowImportNamePattern:
      '^(isIP|isIPv4|isIPv6|domainToASCII|domainToUnicode|createHash|timingSafeEqual|isDeepStrictEqual)$',
    message: 'A model imports only deterministic functions without side effects from Node.',
  },
  {
    regex: '^@nameyard/contracts/',
    allowTypeImports: true,
    message: 'A model imports only types from contracts.',
  },
]

const frameOnly = {
  regex: '^@nameyard/epp/(?!frame$)',
  message: 'The sandbox registry has its own codec, so that both sides cannot be wrong together.',
}

/** Modules of Node, packages, workspaces, files of this workspace; by path within each. `eslint --fix` sorts them. */
const importOrder = {
  'perfectionist/sort-imports': [
    'error',
    {
      groups: ['builtin', 'external', 'internal', ['parent', 'sibling', 'index']],
      internalPattern: ['^@nameyard/.+'],
      newlinesBetween: 0,
      sortBy: 'path',
    },
  ],
}

const imports = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] })

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '**/.nx/', '**/.data/', '**/coverage/'] },
  {
    files: ['**/*.ts'],
    extends: [js.configs.recommended, ...tseslint.configs.recommended],
    plugins: { '@nx': nx, perfectionist },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...boundaries(),
      ...imports(onlyMessagingSpeaksAmqp, onlyRuntimeMeasures, httpStaysAtTheEdge, noSecondWayOfMessaging),
      ...without(clock, environment),
      ...everywhere,
      ...importOrder,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-undef': 'off',
    },
  },
  { files: ['libs/runtime/src/clock.ts'], rules: without(environment) },
  { files: ['apps/*/src/main.ts', 'libs/runtime/src/load-config.ts'], rules: without(clock) },
  {
    files: ['libs/messaging/**/*.ts'],
    rules: imports(onlyRuntimeMeasures, httpStaysAtTheEdge, noSecondWayOfMessaging),
  },
  {
    files: ['libs/runtime/src/metrics.ts'],
    rules: imports(onlyMessagingSpeaksAmqp, httpStaysAtTheEdge, noSecondWayOfMessaging),
  },
  {
    files: ['apps/gateway/**/*.ts'],
    rules: imports(onlyMessagingSpeaksAmqp, onlyRuntimeMeasures, noSecondWayOfMessaging),
  },
  {
    files: ['apps/sandbox-registry/**/*.ts'],
    rules: imports(onlyMessagingSpeaksAmqp, onlyRuntimeMeasures, httpStaysAtTheEdge, noSecondWayOfMessaging, frameOnly),
  },
  { files: ['**/model/**/*.ts'], ignores: ['**/*.spec.ts'], rules: imports(...pureModel) },
  { files: ['tools/**/*.ts'], rules: without(clock) },
  {
    files: tests,
    rules: {
      ...boundaries({ alsoImports: ['testing'], allow: ['^@nameyard/[a-z-]+/service$', '/build/swc\\.cjs$'] }),
      ...without(shortLimits),
      ...imports(onlyMessagingSpeaksAmqp, noSecondWayOfMessaging),
      'max-lines': ['error', 600],
      '@typescript-eslint/no-require-imports': ['error', { allow: ['\\.cjs$'] }],
    },
  },
  {
    // These tests check the wire format itself.
    files: [
      'libs/{messaging,outbox}/test/**/*.ts',
      'tools/embedded/test/**/*.ts',
      'apps/e2e/src/unruly-broker.ts',
      'apps/e2e/test/{rabbitmq-users,traces}.ts',
    ],
    rules: imports(noSecondWayOfMessaging),
  },
  {
    files: ['**/*.{mjs,cjs,js}'],
    extends: [js.configs.recommended],
    rules: { ...without(), ...everywhere },
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'Buffer', 'URL', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']
          .concat(['setImmediate', 'fetch', 'performance', 'AbortController', 'AbortSignal', 'module', 'require'])
          .concat(['__dirname', '__filename', 'structuredClone', 'TextDecoder', 'TextEncoder'])
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // The exports map of package.json says what a workspace offers; a barrel hides what is used from where.
    files: ['**/index.{ts,mjs,cjs,js}'],
    rules: { 'no-restricted-syntax': ['error', 'ExportAllDeclaration', 'ExportNamedDeclaration[source]'] },
  },
)
