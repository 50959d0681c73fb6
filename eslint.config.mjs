import js from '@eslint/js'
import nx from '@nx/eslint-plugin'
import tseslint from 'typescript-eslint'

/**
 * The law of imports and of the constructs that belong to one room. Run it through `npm run lint` only: without
 * Nx's cached project graph the boundary rule skips itself in silence.
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

/** Rooms that only one app (or two) may know. */
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
      // A test harness is used by the very libraries it is made of.
      ignoredCircularDependencies: [['@nameyard/testing', '*']],
    },
  ],
})

const clock = [
  'MemberExpression[object.name="Date"][property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'CallExpression[callee.name="Date"]',
].map((selector) => ({
  selector,
  message: 'Time is asked of the Clock (libs/runtime/src/clock.ts) or taken as `now`.',
}))

const environment = [
  {
    selector: 'MemberExpression[object.name="process"][property.name="env"]',
    message: 'The environment is read once, by loadConfig, from the process.env that main.ts hands it.',
  },
]

const onlyMessagingSpeaksAmqp = {
  group: ['amqplib', 'amqplib/*'],
  message: 'Only libs/messaging speaks AMQP; publish and consume through it.',
}

const httpStaysAtTheEdge = {
  group: ['@nestjs/common'],
  importNamePattern: '(?<!Intrinsic)Exception$',
  message: 'HTTP status belongs to the gateway; refuse with fail() from contracts/errors.',
}

const noSecondWayOfMessaging = {
  group: ['@nestjs/cqrs', '@nestjs/event-emitter'],
  message: 'Business events travel through the outbox and the broker.',
}

/** Libraries of pure functions over data that the world agrees on. */
const PURE_LIBRARIES = 'i18n-iso-countries|email-addresses|libphonenumber-js|jsvat'

const pureModel = [
  {
    regex: `^(?!\\./|@nameyard/(names|zone|epp|contracts)/|node:(net|url|crypto|util)$|(${PURE_LIBRARIES})(/|$))`,
    message: 'A model is pure: it imports its neighbours, kernel and pure libraries, and types of contracts.',
  },
  {
    regex: '^node:(net|url|crypto|util)$',
    allowImportNamePattern:
      '^(isIP|isIPv4|isIPv6|domainToASCII|domainToUnicode|createHash|timingSafeEqual|isDeepStrictEqual)$',
    message: 'Of the platform a model takes only functions without effect or chance.',
  },
  {
    regex: '^@nameyard/contracts/',
    allowTypeImports: true,
    message: 'A model takes only types from contracts.',
  },
]

const frameOnly = {
  regex: '^@nameyard/epp/(?!frame$)',
  message: 'The sandbox registry has its own codec, so that both sides cannot be wrong together.',
}

const imports = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] })
const syntax = (...restricted) => ({ 'no-restricted-syntax': restricted.length ? ['error', ...restricted] : 'off' })

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '**/.nx/', '**/.data/', '**/coverage/'] },
  {
    files: ['**/*.ts'],
    extends: [js.configs.recommended, ...tseslint.configs.recommended],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...boundaries(),
      ...imports(onlyMessagingSpeaksAmqp, httpStaysAtTheEdge, noSecondWayOfMessaging),
      ...syntax(...clock, ...environment),
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-undef': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  { files: ['libs/runtime/src/clock.ts'], rules: syntax(...environment) },
  { files: ['apps/*/src/main.ts', 'libs/runtime/src/load-config.ts'], rules: syntax(...clock) },
  { files: ['libs/messaging/**/*.ts'], rules: imports(httpStaysAtTheEdge, noSecondWayOfMessaging) },
  { files: ['apps/gateway/**/*.ts'], rules: imports(onlyMessagingSpeaksAmqp, noSecondWayOfMessaging) },
  {
    files: ['apps/sandbox-registry/**/*.ts'],
    rules: imports(onlyMessagingSpeaksAmqp, httpStaysAtTheEdge, noSecondWayOfMessaging, frameOnly),
  },
  { files: ['**/model/**/*.ts'], ignores: ['**/*.spec.ts'], rules: imports(...pureModel) },
  { files: ['tools/**/*.ts'], rules: syntax() },
  {
    files: tests,
    rules: {
      ...boundaries({ alsoImports: ['testing'], allow: ['^@nameyard/[a-z-]+/service$', '/build/swc\\.cjs$'] }),
      ...syntax(),
      ...imports(onlyMessagingSpeaksAmqp, noSecondWayOfMessaging),
      '@typescript-eslint/no-require-imports': ['error', { allow: ['\\.cjs$'] }],
    },
  },
  {
    // These tests look at the wire itself.
    files: ['libs/{messaging,outbox}/test/**/*.ts', 'tools/embedded/test/**/*.ts', 'apps/e2e/test/unruly-broker.ts'],
    rules: imports(noSecondWayOfMessaging),
  },
  {
    files: ['**/*.{mjs,cjs,js}'],
    extends: [js.configs.recommended],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'Buffer', 'URL', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']
          .concat(['setImmediate', 'fetch', 'performance', 'AbortController', 'AbortSignal', 'module', 'require'])
          .concat(['__dirname', '__filename', 'structuredClone', 'TextDecoder', 'TextEncoder'])
          .map((name) => [name, 'readonly']),
      ),
    },
  },
)
